// Whole sentences of the page live in the `*-words.ts` of their feature, so that they are read together, and in one file, so
// that they stay the same everywhere.
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { filesBelow } from '../setup/stamp.mjs'
import { pageSources, sourceOf, textsOf } from './shown-words.mjs'

const isSentence = (text) => /^[\p{Lu}“].* .*[.?!]$/u.test(text)
const plain = (text) => text.replace(/\s+/g, ' ').trim()
/** A thrown error is a defect, which is logged, not shown. */
const isThrown = ({ type, callee }) => type === 'NewExpression' && /Error$/.test(callee.name)

function sentencesIn(node) {
  if (Array.isArray(node)) return node.flatMap(sentencesIn)
  if (node === null || typeof node !== 'object' || isThrown(node)) return []
  if ((node.type === 'JSXText' || node.type === 'Literal') && typeof node.value === 'string') {
    const text = plain(node.value)
    return isSentence(text) ? [text] : []
  }
  return Object.values(node).flatMap(sentencesIn)
}

const sentencesOf = (name, source) => sentencesIn(parseSync(name, source).program)

test('no view contains a whole sentence', () => {
  const names = pageSources().filter((name) => name.endsWith('.tsx'))
  expect(names.length).toBeGreaterThan(200)
  const found = names.flatMap((name) => sentencesOf(name, sourceOf(name)).map((text) => `${name}: ${text}`))
  expect(found).toEqual([])
})

test('sentences are found in texts, attributes and values, unlike labels and texts around a value', () => {
  const view = `const view = (
    <Note title="Nothing was sent." label="Try again">
      Choose a date
      after today.
      <p>Nothing goes to {name} until you send it.</p>
      {isOff ? 'Updates are off.' : null}
    </Note>
  )`
  expect(sentencesOf('view.tsx', view)).toEqual(['Nothing was sent.', 'Choose a date after today.', 'Updates are off.'])
})

/** Each sentence that stands in several files, with the files. A value is `…`. */
function repeatedIn(files) {
  const found = files.flatMap(([name, source]) =>
    [...textsOf(name, source)].filter(isSentence).map((text) => ({ name, text })),
  )
  return [...Map.groupBy(found, ({ text }) => text)]
    .filter(([, places]) => places.length > 1)
    .map(([text, places]) => `${places.map(({ name }) => name).join(' and ')}: ${text}`)
}

test('no whole sentence of the page stands in two files', () => {
  expect(repeatedIn(pageSources().map((name) => [name, sourceOf(name)]))).toEqual([])
})

test('a sentence in two files is found with both, also around a value or in JSX, unlike a label', () => {
  const files = [
    ['renderer/one-words.ts', "export const texts = { none: 'No links yet.', add: 'Add a link' }"],
    ['renderer/two.tsx', "const view = <p title='Add a link'>No links\n yet.</p>"],
    ['renderer/three.ts', `export const text = (name) => \`Nothing in \${name} was sent.\``],
    ['renderer/four.tsx', 'const view = <p>Nothing in {workspace} was sent.</p>'],
  ]
  expect(repeatedIn(files)).toEqual([
    'renderer/one-words.ts and renderer/two.tsx: No links yet.',
    'renderer/three.ts and renderer/four.tsx: Nothing in … was sent.',
  ])
})

test('each folder of the page has at most one words module', () => {
  const names = filesBelow(inProject('src')).filter((name) => /^renderer\/(.*[/-])?words\.ts$/.test(name))
  expect(names.length).toBeGreaterThan(20)
  const several = [...Map.groupBy(names, path.posix.dirname).values()].filter((found) => found.length > 1)
  expect(several).toEqual([])
})
