// Texts that the walks of e2e/specs/pictures recognise as words of the list or data of the workspace, and texts they don't.
import { expect, test } from 'vitest'
import { clustersIn, listedWords, textsIn, wordsOf } from '../../e2e/commands/cover-words.ts'

const listed = [
  ...['Save', 'Save…', 'Rename …', 'Search …', 'Decision', 'insight', 'insights', 'goals', 'Sandbox', '… of …'],
  ...['Forget …?', 'You can’t undo this.', 'This marks … as seen.…', '… Nothing goes to … yet.'],
  ...[
    'with mostly negative feedback',
    'whose feedback is older than … days',
    'What customers say',
    '… without feedback in … days',
    'Ranks …',
  ],
  ...['… more to see.', 'Electron ……', 'for tests only'],
]
const data = ['Riders plan with half of the displayed range', 'Juniper Bikes']

const isCovered = (whole, entries = listed, values = data) =>
  wordsOf(entries, values).covers({ whole, parts: [] }).length === 0

test('a hole is filled by data, figures and counted records', () => {
  for (const text of ['Rename Juniper Bikes', 'Search 3 insights', '3 of 12 goals', 'Ranks 3 of 12']) {
    expect(isCovered(text), text).toBe(true)
  }
})

test('a hole is filled by a label only when the label names a record, an environment or the like', () => {
  expect(isCovered('Forget Sandbox?')).toBe(true)
  for (const text of ['Forget save?', 'Search decision', 'Rename what customers say']) {
    expect(isCovered(text), text).toBe(false)
  }
  const without = listed.filter((entry) => entry !== 'Sandbox')
  expect(isCovered('Forget Sandbox?', without), 'named, but not listed').toBe(false)
})

test('another sentence is accepted only before or after a whole one', () => {
  expect(isCovered('This marks 2 insights as seen. You can’t undo this.')).toBe(true)
  expect(isCovered('You can’t undo this. Nothing goes to Sandbox yet.')).toBe(true)
  expect(isCovered('Electron 25.1.1 (for tests only)'), 'a second hole, for an addition').toBe(true)
  expect(isCovered('You can’t undo this. More to see.')).toBe(true)
  expect(isCovered('You can’t undo this more to see.'), 'not at its end').toBe(false)
  expect(isCovered('This marks you can’t undo this as seen.')).toBe(false)
  expect(isCovered('You can’t undo this. Nothing goes to save yet.')).toBe(false)
})

test('a label that ends in an ellipsis covers only itself', () => {
  expect(isCovered('Save…')).toBe(true)
  const without = listed.filter((entry) => entry !== 'Save')
  for (const text of ['Save', 'Save insights', 'Save Juniper Bikes']) expect(isCovered(text, without), text).toBe(false)
})

test('a figure beside a label needs a digit, and no other word counts as part of a date', () => {
  expect(isCovered('Save and Decision'), 'two labels').toBe(false)
  for (const text of ['Save 3', '12 goals', 'What customers say (5 of 5)', '3 May 2026', 'yesterday', 'in 5 min']) {
    expect(isCovered(text), text).toBe(true)
  }
  const without = listed.filter((entry) => entry !== 'Decision')
  for (const text of ['Decision', 'Market', 'Save in', 'at save', 'in', 'Enter', 'May save']) {
    expect(isCovered(text, without), text).toBe(false)
  }
})

test('a continuation is accepted only after a value', () => {
  expect(isCovered('3 goals with mostly negative feedback')).toBe(true)
  expect(isCovered('3 goals whose feedback is older than 90 days')).toBe(true)
  expect(isCovered('Save with mostly negative feedback')).toBe(false)
})

test('data is a whole text, or three uncut words of one', () => {
  expect(isCovered('half of the')).toBe(true)
  expect(isCovered('plan with half of the disp…')).toBe(true)
  for (const text of ['half of', 'plan with half of the disp', 'alf of the displayed']) {
    expect(isCovered(text), text).toBe(false)
  }
})

test('a single word of the story counts as an enum value, not as a text', () => {
  expect(textsIn({ status: 'Planned', title: 'Range as a band', ids: ['TCK-4', 'pm-app'] })).toEqual([
    'Range as a band',
    'TCK-4',
    'pm-app',
  ])
})

test('three names in a row count as data only when they name a cluster of the topic map', () => {
  expect(isCovered('riders, half, range')).toBe(false)
  const shown = (whole) => [{ whole: '', parts: [{ whole, parts: [] }] }]
  const clusters = clustersIn(shown('Show in list: riders, half, range'), data)
  expect(clusters).toEqual(['riders, half, range'])
  expect(isCovered('riders, half, range', listed, [...data, ...clusters])).toBe(true)
  expect(clustersIn(shown('Show in list: riders, save'), data), 'a word that is not data').toEqual([])
})

test('the parts of a text are checked when it is not covered as a whole', () => {
  const parts = ['Save', 'Frobnicate'].map((whole) => ({ whole, parts: [] }))
  expect(wordsOf(listed, data).covers({ whole: 'Save Frobnicate', parts })).toEqual(['Frobnicate'])
})

test('labels and sentences are read from the list', () => {
  expect(listedWords()).toEqual(expect.arrayContaining(['Save scoring model', 'Enter a title.']))
})
