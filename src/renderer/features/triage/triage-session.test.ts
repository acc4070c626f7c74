import { expect, it } from 'vitest'
import { labelsBefore } from './triage-session'

it.each([
  ['removes an added label', { before: ['a'], after: ['a', 'b'] }, ['a', 'b'], ['a']],
  ['restores a removed label in its place', { before: ['a', 'b'], after: ['b'] }, ['b'], ['a', 'b']],
  ['keeps a label added since', { before: [], after: ['a'] }, ['a', 'b'], ['b']],
  ['keeps a label removed since', { before: ['a'], after: ['a', 'b'] }, ['b'], []],
  ['has nothing to undo once the added label is removed', { before: [], after: ['a'] }, [], null],
  ['has nothing to undo once one of two added labels is removed', { before: [], after: ['a', 'b'] }, ['a'], null],
  ['has nothing to undo once the removed label is added', { before: ['a'], after: [] }, ['a'], null],
])('%s', (_, given, now, expected) => {
  expect(labelsBefore(given, now)).toEqual(expected)
})
