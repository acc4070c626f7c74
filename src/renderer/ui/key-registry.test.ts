import { expect, it } from 'vitest'
import { isUndo } from './key-registry'

const key = { key: 'z', code: 'KeyZ', ctrlKey: false, metaKey: false, shiftKey: false }

it.each([
  ['Ctrl+Z', { ctrlKey: true }, true],
  ['Cmd+Z', { metaKey: true }, true],
  ['the key in the place of Z on a Cyrillic keyboard', { key: 'я', ctrlKey: true }, true],
  ['Z alone', {}, false],
  ['Ctrl+Shift+Z, which redoes', { key: 'Z', ctrlKey: true, shiftKey: true }, false],
  ['Ctrl+Y', { key: 'y', code: 'KeyY', ctrlKey: true }, false],
])('tells whether a dialog undoes with %s', (_, pressed, isExpected) => {
  expect(isUndo({ ...key, ...pressed })).toBe(isExpected)
})
