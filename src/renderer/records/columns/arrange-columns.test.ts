import { expect, test } from 'vitest'
import { ColumnLayout } from '../../../contract/features/preferences'
import type { Column } from '../table/columns'
import { columnsText, movedId, readColumns, visibleColumns } from './arrange-columns'

const column = (id: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  id,
  heading: id,
  defaultDirection: 'ascending',
  cell: () => null,
  ...more,
})
const columns = [
  column('type'),
  column('title', { isPrimary: true }),
  column('score'),
  column('updatedAt'),
  column('actions', { isActions: true }),
]
const shown = (layout: Partial<ColumnLayout>) => visibleColumns(columns, ColumnLayout.parse(layout)).map(({ id }) => id)

test('shows the columns in the person’s order, without the hidden ones', () => {
  expect(shown({})).toEqual(['type', 'title', 'score', 'updatedAt', 'actions'])
  expect(shown({ order: ['updatedAt', 'title', 'type', 'score'], hidden: ['type'] })).toEqual([
    ...['updatedAt', 'title', 'score', 'actions'],
  ])
})

test('keeps the title visible and the actions last, whatever the settings say', () => {
  expect(shown({ order: ['actions', 'score', 'title'], hidden: ['title', 'actions', 'type', 'updatedAt'] })).toEqual([
    ...['score', 'title', 'actions'],
  ])
})

test('puts a column new in this version after the one it follows by default, and ignores a removed one', () => {
  expect(shown({ order: ['score', 'gone', 'title', 'score'] })).toEqual([
    ...['type', 'score', 'updatedAt', 'title', 'actions'],
  ])
})

test('moves a column by steps, but not beyond the ends', () => {
  expect(movedId(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
  expect(movedId(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(movedId(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
})

test.each<Pick<ColumnLayout, 'order' | 'hidden'>>([
  { order: [], hidden: [] },
  { order: [], hidden: ['type'] },
  { order: [], hidden: ['score', 'type'] },
  { order: ['updatedAt', 'title', 'type'], hidden: [] },
  { order: ['updatedAt', 'title', 'type'], hidden: ['type', 'score'] },
  { order: ['score'], hidden: ['updatedAt'] },
])('writes a link that shows the same columns in the same order: %j', (layout) => {
  const read = readColumns(columnsText({ ...layout, widths: { title: 300 } }))
  expect(read).toMatchObject({ hidden: layout.hidden, widths: {} })
  expect(shown(read ?? {})).toEqual(shown(layout))
})

test('shows a hidden column in its default place again after a link that orders the others', () => {
  const read = readColumns(columnsText({ order: ['updatedAt', 'type', 'title'], hidden: ['type'], widths: {} }))
  expect(shown({ ...read, hidden: [] })).toEqual(shown({ order: ['updatedAt', 'title'] }))
})

test('writes and reads the default columns in a link as “all”', () => {
  expect(columnsText({ order: [], hidden: [], widths: {} })).toBe('all')
  expect(readColumns('all')).toEqual({ order: [], hidden: [], widths: {} })
})

test('reads as many columns from a link as a list could have', () => {
  expect(readColumns(Array(50).fill('a').join())?.order).toHaveLength(50)
  expect(readColumns(Array(51).fill('a').join())).toBeNull()
})

test.each([null, '', ',', '--type', 'type,<b>', '../type', `${'a,'.repeat(60)}a`])(
  'reads no columns from %j in a link',
  (text) => expect(readColumns(text)).toBeNull(),
)
