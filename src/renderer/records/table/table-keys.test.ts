import { expect, it } from 'vitest'
import { isMenuKey } from './row-menu-keys'
import { isSelectAll, isStep, targetIndex } from './table-keys'

const plain = { code: 'KeyA', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

it('selects all rows with Ctrl A or ⌘A, and with no other combination', () => {
  const held = ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'] as const
  const combinations = Array.from({ length: 16 }, (_, bits) => held.filter((__, place) => (bits >> place) & 1))
  const selecting = combinations.filter((keys) =>
    isSelectAll({ ...plain, key: 'A', ...Object.fromEntries(keys.map((key) => [key, true])) }),
  )
  expect(selecting).toEqual([['ctrlKey'], ['metaKey']])
  expect(isSelectAll({ ...plain, ctrlKey: true, key: 'b' })).toBe(false)
  // Cyrillic.
  expect(isSelectAll({ ...plain, ctrlKey: true, key: 'ф' })).toBe(true)
})

it.each([
  ['ArrowDown', 11],
  ['ArrowUp', 9],
  ['PageDown', 15],
  ['PageUp', 5],
  ['Home', 0],
  ['End', 99],
  ['a', null],
])('goes from row 10 of 100 with %s to row %j', (key, expected) => {
  expect(targetIndex(key, { activeIndex: 10, rowCount: 100, rowsPerPage: 6 })).toBe(expected)
})

it('selects with Shift by the arrow keys only', () => {
  expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].filter(isStep)).toEqual(['ArrowDown', 'ArrowUp'])
})

it('goes at least one row further with a page key in a table that shows one row', () => {
  expect(targetIndex('PageDown', { activeIndex: 10, rowCount: 100, rowsPerPage: 1 })).toBe(11)
})

it('opens the menu of a row with the keys for it, and with the full stop while single keys are on', () => {
  const keys = [
    ...[
      { key: 'ContextMenu', shiftKey: false },
      { key: 'F10', shiftKey: true },
      { key: 'F10', shiftKey: false },
    ],
    ...[
      { key: 'a', shiftKey: true },
      { key: '.', shiftKey: false },
    ],
  ]
  expect(keys.map((key) => isMenuKey(key, true))).toEqual([true, true, false, false, true])
  expect(keys.map((key) => isMenuKey(key, false))).toEqual([true, true, false, false, false])
})
