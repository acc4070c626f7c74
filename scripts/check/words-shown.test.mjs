// Every sentence that the app can show, collected from the sources, is in docs/words-shown.md and keeps to the glossary.
// The walk of e2e/specs/pictures compares the list with the screen.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { shownByFolder } from './shown-words.mjs'

const head = `# Words shown

Every label, message and notice of the app, by folder; those of several folders come first. \`…\` stands for a
value. \`docs/words.md\` has the glossary. Written by \`npm run test:unit -- scripts/check/words-shown -u\`.
`

const folders = shownByFolder()
const shown = [...folders.values()].flatMap((texts) => [...texts])

/** Lists a text of several folders once, and a word only once whether or not it is capitalised. */
function listed() {
  const forms = Map.groupBy(shown, (text) => text.toLowerCase())
  const first = ([...texts]) => texts.toSorted()[0]
  const shared = [...forms.values()].filter((texts) => texts.length > 1).map(first)
  const isShared = (text) => forms.get(text.toLowerCase()).length > 1
  const parts = [...folders].map(([folder, texts]) => [folder, [...texts].filter((text) => !isShared(text))])
  return [['Shared', shared], ...parts].filter(([, texts]) => texts.length > 0)
}

const isLabel = (text) => text.split(' ').length <= 3 && !/[.?·]/.test(text)
/** Wraps labels at the width of a line. */
const wrapped = (labels) =>
  labels.reduce((lines, label) => {
    const line = `${lines.at(-1)} · ${label}`
    return line.length > 118 ? [...lines.with(-1, `${lines.at(-1)} ·`), label] : [...lines.slice(0, -1), line]
  })

function written([part, texts]) {
  const labels = texts.filter(isLabel)
  const others = texts.filter((text) => !isLabel(text)).map((text) => `- ${text}`)
  const [label, ...rest] = labels
  const line = label === undefined ? [] : [wrapped([[`Labels: ${label}`], ...rest]).join('\n')]
  return [`## ${part}`, ...line, ...(others.length > 0 ? [others.join('\n')] : [])].join('\n\n')
}

test('docs/words-shown.md is up to date', async () => {
  await expect(`${head}\n${listed().map(written).join('\n\n')}\n`).toMatchFileSnapshot(
    inProject('docs', 'words-shown.md'),
  )
})

test('texts of the page, menus, dialogs and errors are collected', () => {
  const texts = [
    ...['Review and send', 'Search or Run a Command', 'Enter a title.', 'Enter a description.'],
    ...['Open link', 'Change address', 'Install and restart', 'Unlock …', 'File', 'Environment'],
  ]
  expect(texts.filter((text) => !shown.includes(text))).toEqual([])
})

test('names of log entries, keys of calls and names of rules are not taken for words', () => {
  const texts = ['changes: sending', 'noting a rejected sign-in', 'open-topic …', 'add-metric …', 'uuid identifier']
  expect(texts.filter((text) => shown.includes(text))).toEqual([])
})

test('SVG paths are not taken for words', () => {
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
