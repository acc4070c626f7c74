// Functions, constants and files that the guides name must exist in the sources.
import { readdirSync, readFileSync } from 'node:fs'
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

test('finds a function and a file that no longer exist', () => {
  // Put together here, because this file is read as well.
  const gone = ['went', 'Away'].join('')
  const text = `See \`nextAction\` and \`${gone}\` in \`facts.ts\`, not in \`went-away.ts\`.\n`
  expect(missingOf(text)).toEqual([gone, 'went-away.ts'])
})
