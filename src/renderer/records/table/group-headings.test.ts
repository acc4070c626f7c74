import { expect, it } from 'vitest'
import { groupHeadingHeight, isGroupStart, rowTop } from './group-headings'

const starts = [0, 2, 3, 70]

it('finds the first row of each group', () => {
  const indexes = Array.from({ length: 100 }, (_, index) => index)
  expect(indexes.filter((index) => isGroupStart(starts, index))).toEqual(starts)
  expect(indexes.filter((index) => isGroupStart([], index))).toEqual([])
})

it('adds up the heights of rows and the headings before them, as the table does', () => {
  let top = 0
  for (let index = 0; index < 100; index += 1) {
    expect(rowTop(index, 28, starts)).toBe(top)
    top += 28 + (starts.includes(index) ? groupHeadingHeight : 0)
  }
})
