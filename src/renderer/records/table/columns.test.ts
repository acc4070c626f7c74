import { expect, test } from 'vitest'
import { type Column, fitColumns, nextSort, type Sort } from './columns'

const column = (id: string, width: number, hideBelow?: number): Column<unknown> => ({
  id,
  heading: id,
  width,
  ...(hideBelow === undefined ? {} : { hideBelow }),
  defaultDirection: 'ascending',
  cell: () => null,
})

const columns = [
  { ...column('type', 118), narrowWidth: 36 },
  { id: 'title', heading: 'Title', isPrimary: true, defaultDirection: 'ascending', cell: () => null } as const,
  column('score', 100, 190),
  column('strength', 76, 420),
  column('updatedAt', 92, 150),
]

const shown = (width: number, sorting = 'title') => fitColumns(columns, { width, sorting }).columns.map(({ id }) => id)

test('shows all columns while the width is unknown, and when there is room', () => {
  expect(shown(0)).toEqual(['type', 'title', 'score', 'strength', 'updatedAt'])
  expect(shown(1200)).toEqual(['type', 'title', 'score', 'strength', 'updatedAt'])
})

test('drops the column that needs the most room beside it first, and no more columns than necessary', () => {
  expect(shown(800)).toEqual(['type', 'title', 'score', 'updatedAt'])
  expect(shown(430)).toEqual(['type', 'title', 'updatedAt'])
  expect(shown(300)).toEqual(['type', 'title'])
})

test('keeps the column that the list is sorted by, whatever else has to go', () => {
  expect(shown(430, 'score')).toEqual(['type', 'title', 'score'])
  expect(shown(430, 'strength')).toContain('strength')
})

test('narrows the columns of a narrow table, and says when titles are tight', () => {
  expect(fitColumns(columns, { width: 1200, sorting: 'title' })).toMatchObject({ isNarrow: false, isTight: false })
  expect(fitColumns(columns, { width: 800, sorting: 'title' })).toMatchObject({
    isNarrow: true,
    isTight: false,
    tracks: '36px minmax(120px, 1fr) 100px 92px',
  })
  expect(fitColumns(columns, { width: 430, sorting: 'title' }).isTight).toBe(true)
})

test('resets a widened column to its default width before dropping it or a column that goes later', () => {
  const tracks = (width: number) =>
    fitColumns(columns, { width, sorting: 'title', chosenWidths: { score: 300, type: 200 } }).tracks
  expect(tracks(1400)).toBe('200px minmax(120px, 1fr) 300px 76px 92px')
  expect(tracks(800)).toBe('36px minmax(120px, 1fr) 300px 92px')
  expect(tracks(500)).toBe('36px minmax(120px, 1fr) 100px 92px')
})

test('widens a text column right of figures by a gap, but not the title or the actions', () => {
  const figures = { ...column('figures', 60), align: 'end' } as const
  const title = { ...column('title', 0), isPrimary: true }
  const actions = { ...column('actions', 28), isActions: true }
  const tracksOf = (...those: Column<unknown>[]) => fitColumns(those, { width: 1200, sorting: 'title' }).tracks
  expect(tracksOf(title, figures, column('words', 100))).toBe('minmax(120px, 1fr) 60px 112px')
  expect(tracksOf(title, column('words', 100), figures, figures)).toBe('minmax(120px, 1fr) 100px 60px 60px')
  expect(tracksOf(figures, title, figures, actions)).toBe('60px minmax(120px, 1fr) 60px 28px')
})

test.each<[string, Sort, Sort['direction']]>([
  ['another column sorts', { column: 'title', direction: 'ascending' }, 'descending'],
  ['the best match comes first', { column: 'score', direction: 'descending', bestFirst: true }, 'descending'],
  ['it sorts in its own direction', { column: 'score', direction: 'descending' }, 'ascending'],
  ['it sorts in the other direction', { column: 'score', direction: 'ascending' }, 'descending'],
])('sorts by the column whose heading is clicked while %s', (_, sort, direction) => {
  const score: Column<never> = { ...column('score', 100), defaultDirection: 'descending' }
  expect(nextSort(score, sort)).toEqual({ column: 'score', direction })
})
