/**
 * Every sentence that the app can show, collected from the sources, one heading per folder. `docs/words-shown.md` is this
 * list: `node scripts/check/words-shown.mjs > docs/words-shown.md` writes it anew, and a test compares the two. Values
 * that are filled in are written as `…`.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '../setup/paths.mjs'
import { isTest, projectFiles } from './project-files.mjs'
import { parse } from './syntax.mjs'

const head = `# Words shown

Every label, message and notice of the app, by folder. \`docs/words.md\` has the glossary. Written by
\`node scripts/check/words-shown.mjs > docs/words-shown.md\`.
`

/** Code whose texts a person can read: the page, menus, dialogs and errors. */
const spoken = /^src\/(renderer|main|contract|library)\//
const unspoken = /\/(testing|migrations)\/|(-testing|sample-[a-z-]+|opened-[a-z-]+)\.tsx?$|^src\/main\/index\.ts$/

/** Attributes and properties whose values are never shown. `alsoCalled` has what a person may type to find a command. */
const technical = new Set([
  ...['className', 'classNames', 'id', 'key', 'type', 'size', 'variant', 'color', 'role', 'style', 'styles', 'href'],
  ...[
    'component',
    'justify',
    'align',
    'autoComplete',
    'aria-keyshortcuts',
    'd',
    'viewBox',
    'fontFamily',
    'fontFamilyMonospace',
    'width',
  ],
  'alsoCalled',
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
const isSql = (text) => /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|JOIN|ORDER BY|LIMIT|AND|PRAGMA)\b/.test(text)
/** Below the page, menus and dialogs, people read whole sentences only: the rest is SQL, keys and log lines. */
const isSentence = (text) => /^[A-Z“…].*[.?]$/.test(text)
const sentencesOnly = /^src\/(library|main\/(?!shell|navigation)|contract\/(?!features))/
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
      if (typeof node.value === 'string' && isWording(node.value) && !isSql(node.value)) add(plain(node.value))
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

/** @returns {Map<string, string[]>} the texts of each folder, in the order of the sources, each once. */
export function wordsShown() {
  const folders = new Map()
  for (const file of projectFiles(projectRoot).filter(({ path: name }) => /\.tsx?$/.test(name) && spoken.test(name))) {
    if (isTest(file) || unspoken.test(file.path)) continue
    const folder = path.posix.dirname(file.path).replace('src/', '')
    const texts = folders.get(folder) ?? new Set()
    const isShown = sentencesOnly.test(file.path) ? isSentence : () => true
    collect(parse(file).program, (text) => isShown(text) && texts.add(text))
    if (texts.size > 0) folders.set(folder, texts)
  }
  return new Map([...folders].map(([folder, texts]) => [folder, [...texts]]))
}

export const wordsShownPage = () =>
  `${head}\n${[...wordsShown()].map(([folder, texts]) => `## ${folder}\n\n${texts.map((text) => `- ${text}`).join('\n')}\n`).join('\n')}`

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(wordsShownPage())
