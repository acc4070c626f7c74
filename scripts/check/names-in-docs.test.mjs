// Functions, constants and files that the guides name must exist in the sources, and links must lead somewhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { filesBelow } from '../setup/stamp.mjs'

const read = (...parts) => readFileSync(inProject(...parts), 'utf8')

const sources = ['src', 'e2e', 'tests', 'scripts', '.github']
const names = sources.flatMap((folder) => filesBelow(inProject(folder)).map((name) => `${folder}/${name}`))
const rootFiles = readdirSync(inProject())
const words = new Set(
  names
    .filter((name) => /\.(c|m)?(ts|tsx|js)$|\.(ya?ml|json|css|grit)$/.test(name))
    .flatMap((name) => read(name).match(/[A-Za-z_$][\w$]*/g) ?? []),
)

/** Decisions are records of their day, and pictures and lists are made by commands. */
const guides = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(inProject('docs'))
    .filter((name) => name.endsWith('.md') && !['words-shown.md', 'states.md', 'pictures.md'].includes(name))
    .map((name) => `docs/${name}`),
]

/** Names of examples, which are not in the app. */
const examples = new Set(['countUnseen', 'PascalCase.tsx', 'src/library/migrations/NNNN-name.ts'])

function missingOf(text) {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name)
  const identifiers = quoted.filter((name) => /^[a-z]+[A-Z]\w*$|^[A-Z][a-z]+[A-Z]\w*$/.test(name))
  const files = quoted.filter((name) => /^[\w./-]+\.(ts|tsx|mjs|cjs)$/.test(name))
  const missing = [
    ...identifiers.filter((name) => !words.has(name)),
    ...files.filter((file) => !rootFiles.includes(file) && !names.some((name) => `/${name}`.endsWith(`/${file}`))),
  ]
  return missing.filter((name) => !examples.has(name))
}

test.each(guides)('%s names only functions, constants and files that exist', (guide) => {
  expect(missingOf(read(guide))).toEqual([])
})

/** Names that a text puts into a file, as in "`facts` in `step.ts`", which that file does not have. */
function misplacedIn(text) {
  const places = text.replace(/\s+/g, ' ').matchAll(/`(\w+)`,? (?:in |\()`([\w./-]+\.(?:ts|tsx|mjs))`/g)
  return [...places].flatMap(([, name, file]) => {
    const sourcesOf = names.filter((each) => `/${each}`.endsWith(`/${file}`)).map((each) => read(each))
    return sourcesOf.some((source) => new RegExp(`\\b${name}\\b`).test(source)) ? [] : [`${name} in ${file}`]
  })
}

test.each(guides)('%s puts functions and constants into the files that have them', (guide) => {
  expect(misplacedIn(read(guide))).toEqual([])
})

test('finds a function that the named file does not have', () => {
  expect(misplacedIn('`nextAction` in `change-machine.ts`, `nextAction` (`facts.ts`)')).toEqual([
    'nextAction in facts.ts',
  ])
})

const decisions = readdirSync(inProject('docs', 'decisions')).map((name) => `docs/decisions/${name}`)

/** As GitHub makes them. */
const anchorsOf = (text) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Links to files and headings of the project that lead nowhere. */
function brokenLinksOf(file, text) {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
  return links.flatMap(([, to, anchor]) => {
    const target = to === '' ? file : path.posix.join(path.posix.dirname(file), to)
    const isThere = existsSync(inProject(target)) && (!anchor || anchorsOf(read(target)).includes(anchor))
    return isThere ? [] : [anchor ? `${to}#${anchor}` : to]
  })
}

test.each([...guides, ...decisions])('%s links only to files and headings that exist', (guide) => {
  expect(brokenLinksOf(guide, read(guide))).toEqual([])
})

test('finds a link to a file and to a heading that do not exist', () => {
  const text = '[a](security.md#the-token), [b](security.md#the-tokens), [c](gone.md), [d](https://example.com)'
  expect(brokenLinksOf('docs/features.md', text)).toEqual(['security.md#the-tokens', 'gone.md'])
})

test('finds a function and a file that no longer exist', () => {
  // Put together here, because this file is read as well.
  const gone = ['went', 'Away'].join('')
  const text = `See \`nextAction\` and \`${gone}\` in \`facts.ts\`, not in \`went-away.ts\`.\n`
  expect(missingOf(text)).toEqual([gone, 'went-away.ts'])
})
