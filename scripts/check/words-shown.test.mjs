// Every sentence that the app can show, collected from the sources, is in docs/words-shown.md and keeps to the glossary.
// Values that are filled in are written as `…`.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { filesBelow } from '../setup/stamp.mjs'

const head = `# Words shown

Every label, message and notice of the app, by folder. \`docs/words.md\` has the glossary. Written by
\`npm run test:unit -- scripts/check/words-shown -u\`.
`

/** Code whose texts a person can read: the page, menus, dialogs and errors. */
const spoken = /^(renderer|main|contract|library)\/.*\.tsx?$/
const unspoken = /\/(testing|migrations)\/|(\.test|-testing|sample-[a-z-]+|opened-[a-z-]+)\.tsx?$|^main\/index\.ts$/

/** Attributes and properties whose values are never shown. `alsoCalled` has what a person may type to find a command. */
const technical = new Set([
  ...['className', 'classNames', 'id', 'key', 'type', 'size', 'variant', 'color', 'role', 'style', 'styles', 'href'],
  ...['component', 'justify', 'align', 'autoComplete', 'aria-keyshortcuts', 'd', 'viewBox', 'width'],
  ...['fontFamily', 'fontFamilyMonospace', 'alsoCalled'],
])
/** Calls whose texts go to the log, the database or the document, not to a person. */
const technicalCalls =
  /^(log\.\w+|defect|report\w*Defect|querySelector(All)?|closest|matches|matchMedia|useMediaQuery|prepare|all|get|run|exec|RegExp|Error|TypeError|RangeError|assertNever)$/

const nameOf = (callee) => callee?.property?.name ?? callee?.name ?? ''
const callName = (node) => {
  const object = node.callee?.object?.name
  return object === 'log' ? `log.${nameOf(node.callee)}` : nameOf(node.callee)
}

/** A sentence or a word that a person reads: it has a blank, or begins with a capital letter and goes on without. */
const isWording = (text) =>
  /\p{L}{2}/u.test(text) &&
  (/\S\s+\S/.test(text) || /^[A-Z][a-z]+…?$/.test(text)) &&
  !/[{}<>=']|::|\(max-|\w\(\d|\w\(\)|^[#.[]/.test(text)
/** The path of a shape in an SVG. */
const isOutline = (text) => /^[Mm][-.\d]/.test(text)
const isSql = (text) => /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|JOIN|ORDER BY|LIMIT|AND|PRAGMA)\b/.test(text)
/** Below the page, menus and dialogs, people read whole sentences only: the rest is SQL, keys and log lines. */
const isSentence = (text) => /^[A-Z“…].*[.?]$/.test(text)
const sentencesOnly = /^(library|main\/(?!shell|navigation)|contract\/(?!features))/
const plain = (text) => text.replace(/\s+/g, ' ').trim()

function collect(node, add) {
  if (Array.isArray(node)) {
    for (const each of node) collect(each, add)
    return
  }
  if (node === null || typeof node !== 'object') return
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSLiteralType':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return
    case 'ExportNamedDeclaration':
      return collect(node.declaration, add)
    case 'JSXAttribute':
      if (technical.has(node.name.name)) return
      break
    case 'Property':
      if (technical.has(node.key?.name)) return
      break
    case 'CallExpression':
    case 'NewExpression':
      if (technicalCalls.test(callName(node))) return
      break
    case 'JSXText':
      if (/\p{L}{2}/u.test(node.value)) add(plain(node.value))
      return
    case 'Literal':
      if (typeof node.value === 'string' && isWording(node.value) && !isOutline(node.value) && !isSql(node.value))
        add(plain(node.value))
      return
    case 'TemplateLiteral': {
      const text = plain(node.quasis.map((each) => each.value.cooked).join('…'))
      if (isWording(text) && !isSql(text)) add(text)
      break
    }
    default:
  }
  for (const [key, value] of Object.entries(node)) if (key !== 'parent') collect(value, add)
}

/** The texts of each folder, in the order of the sources, each once. @type {Map<string, Set<string>>} */
const folders = new Map()
for (const name of filesBelow(inProject('src')).filter((file) => spoken.test(file) && !unspoken.test(file))) {
  const folder = path.posix.dirname(name)
  const texts = folders.get(folder) ?? new Set()
  const isShown = sentencesOnly.test(name) ? isSentence : () => true
  const { program, errors } = parseSync(name, readFileSync(inProject('src', name), 'utf8'))
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0].message}`)
  collect(program, (text) => isShown(text) && texts.add(text))
  if (texts.size > 0) folders.set(folder, texts)
}
const shown = [...folders.values()].flatMap((texts) => [...texts])

test('docs/words-shown.md is up to date', async () => {
  const parts = [...folders].map(
    ([folder, texts]) => `## ${folder}\n\n${[...texts].map((text) => `- ${text}\n`).join('')}`,
  )
  await expect(`${head}\n${parts.join('\n')}`).toMatchFileSnapshot(inProject('docs', 'words-shown.md'))
})

test('texts of the page, of menus, of dialogs and of errors are collected', () => {
  for (const text of ['Review and send', 'Search or Run a Command', 'Enter a title.', 'Enter a description.']) {
    expect(shown).toContain(text)
  }
})

test('outlines of shapes are not taken for words', () => {
  expect(shown.filter((text) => /^[Mm][-.\d]/.test(text))).toEqual([])
})

test('no sentence uses a term that the glossary rules out', () => {
  const glossary = readFileSync(inProject('docs', 'words.md'), 'utf8')
  const terms = [...glossary.matchAll(/^\|[^|]*\|[^|]*\|([^|]*)\|$/gm)]
    .slice(2)
    .flatMap(([, cell]) => cell.split(',').map((term) => term.trim()))
    .filter((term) => term !== '')
  expect(terms.length).toBeGreaterThan(20)
  const broken = shown.flatMap((text) =>
    terms.filter((term) => new RegExp(`\\b${term}\\b`, 'i').test(text)).map((term) => `${term}: ${text}`),
  )
  expect(broken).toEqual([])
})
