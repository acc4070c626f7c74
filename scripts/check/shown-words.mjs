// Collects from the sources the texts that a person can read. Filled-in values become `…`.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { inProject } from '../setup/paths.mjs'
import { filesBelow } from '../setup/stamp.mjs'

/** Code whose texts a person can read: the page, menus, dialogs and errors. */
const spoken = /^(renderer|main|contract|library)\/.*\.tsx?$/
const unspoken =
  /\/(testing|migrations)\/|(\.test|-testing|sample-[a-z-]+|opened-[a-z-]+)\.tsx?$|^main\/index\.ts$|^renderer\/main\.tsx$/

/** Attributes and properties whose values are never shown. `alsoCalled` has what a person may type to find a command. */
const technical = new Set([
  ...['className', 'classNames', 'id', 'key', 'type', 'size', 'variant', 'color', 'role', 'style', 'styles', 'href'],
  ...['component', 'justify', 'align', 'autoComplete', 'aria-keyshortcuts', 'd', 'viewBox', 'width', 'height'],
  ...['fontFamily', 'fontFamilyMonospace', 'alsoCalled', 'family', 'font', 'to', 'transform', 'points', 'c', 'p'],
  ...[
    'queryKey',
    'code',
    'keys',
    'accelerator',
    'cursor',
    'sortable',
    'inputType',
    'aria-labelledby',
    'aria-describedby',
    'position',
    'Proxy-Authorization',
  ],
])
/** Calls whose texts go to the log, the disk, the database or the document, not to a person. */
const technicalCalls =
  /^((log|path)\.\w+|defect|report(Of|\w*Defect)|useTypedValues|querySelector(All)?|closest|matches|matchMedia|useMediaQuery|prepare|all|get|run|exec|RegExp|Error|TypeError|RangeError|assertNever|load)$/

const nameOf = (callee) => callee?.property?.name ?? callee?.name ?? ''
const callName = (node) => {
  const object = nameOf(node.callee?.object)
  return /^(log|path)$/.test(object) ? `${object}.${nameOf(node.callee)}` : nameOf(node.callee)
}

/** Names of keys in handlers, never in a text. */
const isKey = (text) => /^(Escape|Enter|Home|End|Key…)$/.test(text)
const isToken = (text) => /[{}<>=']|::|\(max-|\w\(\d|\w\(\)|^[#.[]|\d(px|rem|ms)\b/.test(text) || isKey(text)
/** Words for people: a text with a blank, or one word whose only capital letter is the first. */
const isWording = (text) =>
  /\p{L}{2}/u.test(text) && (/\S\s+\S/.test(text) || /^([A-Z][a-z]+(-[a-z]+)?…?|PDF)$/.test(text)) && !isToken(text)
/** A word within a sentence, such as a singular, a plural or the name of a value. */
const isLowerWord = (text) => /^\p{Ll}[\p{Ll}’]+$/u.test(text)
/** The path of a shape in an SVG. */
const isOutline = (text) => /^[Mm][-.\d]/.test(text)
const isSql = (text) => /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|JOIN|ORDER BY|LIMIT|AND|PRAGMA)\b/.test(text)
/** Outside the page, menus and dialogs, only whole sentences are for people: the rest is SQL, keys and log lines. */
const isSentence = (text) => /^[A-Z“…].*[.?]$/.test(text)
const sentencesOnly =
  /^(library|main\/(?!shell|navigation|network|changes|sandbox|features|environments|updates|service\/answer)|contract\/(?!features|links|workspace-key))/
const plain = (text) => text.replace(/\s+/g, ' ').trim()
/** A menu's label has an ampersand before its access key. */
const withoutAccessKey = (text) => text.replace(/&(?=\p{L})/gu, '')
/** JSX drops line ends with the blanks around them. */
const jsxText = (text) =>
  text
    .replace(/\s*\n\s*/g, '\n')
    .replace(/^\n|\n$/g, '')
    .replace(/\n/g, ' ')

const isMixed = (children) => children.some((child) => child.type === 'JSXText' && /\p{L}{2}/u.test(child.value))

/** A link within a sentence, or code. */
const isFixed = (child) =>
  child.type === 'JSXElement' &&
  /^(Code|\w*(Link|Anchor))$/.test(child.openingElement.name.name) &&
  child.children.length === 1 &&
  child.children[0].type === 'JSXText'

/** Joins a sentence around values and links into one text, as a person reads it. */
const sentenceOf = (children) =>
  children
    .map((child) => {
      if (child.type === 'JSXText') return jsxText(child.value)
      if (isFixed(child)) return jsxText(child.children[0].value)
      const { expression } = child
      if (expression?.type === 'Literal' && typeof expression.value === 'string') return expression.value
      return expression?.type === 'JSXEmptyExpression' ? '' : '…'
    })
    .join('')

function collectWords(text, add, isFilledIn) {
  if (isOutline(text) || isSql(text)) return
  if (isWording(text) || (isFilledIn && isLowerWord(text))) add(plain(text))
}

/** `isFilledIn`: inside a value that fills a text, where a single lower-case word is also for people. */
function collect(node, add, isFilledIn = false) {
  if (Array.isArray(node)) {
    for (const each of node) collect(each, add, isFilledIn)
    return
  }
  if (node === null || typeof node !== 'object') return
  let isWithin = isFilledIn
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSLiteralType':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'JSXText':
      return
    case 'ExportNamedDeclaration':
      return collect(node.declaration, add)
    case 'JSXAttribute':
      if (technical.has(node.name.name)) return
      isWithin = /^(label|title|name|aria-label|placeholder|alt|one|many|noun|unit)$/.test(node.name.name)
      return collect(node.value?.expression ?? node.value, add, isWithin)
    case 'Property':
      if (technical.has(node.key?.name ?? node.key?.value)) return
      if (node.value?.type === 'ArrowFunctionExpression') break
      isWithin = isFilledIn || /^(one|many|counted|label|word|words|noun|text|unit|detail)$/.test(node.key?.name)
      break
    case 'BinaryExpression':
      if (/^[!=]==?$/.test(node.operator)) return
      break
    case 'ConditionalExpression':
      collect(node.test, add)
      collect(node.consequent, add, isFilledIn)
      return collect(node.alternate, add, isFilledIn)
    case 'MemberExpression':
      return collect(node.object, add)
    case 'CallExpression':
    case 'NewExpression':
      if (technicalCalls.test(callName(node))) return
      isWithin = isFilledIn || /^(count|counted|noun|plural|capital|words?)$/i.test(callName(node))
      break
    case 'JSXElement':
    case 'JSXFragment':
      if (isMixed(node.children)) {
        const text = plain(sentenceOf(node.children))
        if (/\p{L}{2}/u.test(text)) add(text)
      }
      isWithin = false
      break
    case 'JSXExpressionContainer':
      isWithin = true
      break
    case 'Literal':
      if (typeof node.value === 'string') collectWords(withoutAccessKey(node.value), add, isFilledIn)
      return
    case 'TemplateLiteral': {
      const text = plain(node.quasis.map((each) => each.value.cooked).join('…'))
      if (/\p{L}{2}/u.test(text) && !isToken(text) && !isSql(text) && (isFilledIn || isWording(text))) add(text)
      isWithin = true
      break
    }
    default:
  }
  for (const [key, value] of Object.entries(node)) if (key !== 'parent') collect(value, add, isWithin)
}

const sources = () => filesBelow(inProject('src')).filter((name) => spoken.test(name) && !unspoken.test(name))

/** All code of the page. */
export const pageSources = () => sources().filter((name) => name.startsWith('renderer/'))

export const sourceOf = (name) => readFileSync(inProject('src', name), 'utf8')

function programOf(name, source) {
  const { program, errors } = parseSync(name, source)
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0].message}`)
  return program
}

/** Texts of a file in source order, without repeats. @returns {Set<string>} */
export function textsOf(name, source = sourceOf(name)) {
  const texts = new Set()
  const isShown = sentencesOnly.test(name) ? isSentence : () => true
  collect(programOf(name, source), (text) => isShown(text) && texts.add(text))
  return texts
}

/** Texts of each folder in source order, without repeats. @returns {Map<string, Set<string>>} */
export function shownByFolder() {
  const folders = new Map()
  for (const name of sources()) {
    const folder = path.posix.dirname(name)
    const texts = (folders.get(folder) ?? new Set()).union(textsOf(name))
    if (texts.size > 0) folders.set(folder, texts)
  }
  return folders
}
