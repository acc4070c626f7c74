// A list of one kind of record: which rows match, in which order, which of them are on the page.
import type { InsightSort } from '../../contract/features/insights'
import type { RelatedTo } from '../../contract/features/listing'
import type { WorkspaceRef } from '../../contract/workspace'
import { searchExpression, sortKey } from '../folded-text'
import type { Connection, SqlRow, SqlValue } from '../store/connection'
import { findWorkspace } from '../store/context'
import type { SearchedTable } from '../text-index'
import { type CarriedName, recordsRelated } from './relations'
import { inAll, type KeptLists, rowsOf } from './row-lists'

export interface RecordList<Column extends string> {
  readonly table: SearchedTable
  /** null: no insight carries it, so nothing is related to it. */
  readonly record: CarriedName | null
  /** What each column is ordered by, in SQL; the record is called `record`. */
  readonly order: Readonly<Record<Exclude<Column, 'title'>, string>>
  /** What a row of the list is made of, `row` among it. */
  readonly columns: string
}

interface ListInput<Column extends string> {
  readonly workspace: WorkspaceRef
  readonly text: string
  readonly relatedTo: RelatedTo | null
  readonly sort: { readonly column: Column; readonly direction: InsightSort['direction'] }
  readonly offset: number
  readonly limit: number
}

/** What a list has of its own to be narrowed by: values of a column, null for none. Empty: not narrowed. */
export type Choices = Readonly<Record<string, readonly (string | null)[]>>

export interface ListPage {
  readonly rows: SqlRow[]
  readonly total: number
  readonly all: number
}

export function readList<Column extends string>(
  connection: Connection,
  kept: KeptLists,
  list: RecordList<Column>,
  input: ListInput<Column>,
  choices: Choices = {},
): ListPage {
  const workspace = findWorkspace(connection, input.workspace)
  if (workspace === null) return { rows: [], total: 0, all: 0 }
  const { table } = list
  const { text, relatedTo, sort, offset, limit } = input
  const words = searchExpression(text)
  const chosen = Object.entries(choices).filter(([, values]) => values.length > 0)
  // Of what is related to one record there is little: only that is put in order, however much there is of the kind.
  const order = kept.list(['order', table, workspace, sort, relatedTo], () =>
    orderedRows(connection, workspace, list, sort, relatedRows(connection, workspace, list, relatedTo)),
  )
  const matching = kept.list(['page', table, workspace, sort, words, relatedTo, chosen], () =>
    inAll(
      order,
      words === null ? null : rowsWithWords(connection, table, words),
      ...chosen.map(([column, values]) => rowsWithValue(connection, workspace, table, column, values)),
    ),
  )
  const [all = 0] = kept.list(['all', table, workspace], () => [countAll(connection, workspace, table)])
  return { rows: readRows(connection, kept, list, matching.slice(offset, offset + limit)), total: matching.length, all }
}

function readRows<Column extends string>(
  connection: Connection,
  kept: KeptLists,
  { table, columns }: RecordList<Column>,
  rows: readonly number[],
): SqlRow[] {
  const known = kept.rows(table)
  const missing = rows.filter((row) => !known.has(row))
  const sql = `SELECT ${columns} FROM ${table} AS record WHERE row IN (SELECT value FROM json_each(?))`
  for (const record of connection.all(sql, [JSON.stringify(missing)])) known.set(Number(record.row), record)
  return rows.map((row) => known.get(row)).filter((record) => record !== undefined)
}

function countAll(connection: Connection, workspace: number, table: SearchedTable): number {
  return Number(connection.get(`SELECT count(*) AS number FROM ${table} WHERE workspace = ?`, [workspace])?.number)
}

export function rowsWithWords(connection: Connection, table: SearchedTable, words: string): readonly number[] {
  return rowsOf(connection, `SELECT rowid AS row FROM ${table}_fts WHERE ${table}_fts MATCH ?`, [words])
}

function relatedRows(
  connection: Connection,
  workspace: number,
  { record }: { readonly record: CarriedName | null },
  to: RelatedTo | null,
): readonly number[] | null {
  if (to === null) return null
  return record === null ? [] : recordsRelated(connection, workspace, record, to)
}

function rowsWithValue(
  connection: Connection,
  workspace: number,
  table: SearchedTable,
  column: string,
  values: readonly (string | null)[],
): readonly number[] {
  return rowsOf(
    connection,
    `SELECT row FROM ${table} WHERE workspace = ? AND EXISTS (SELECT 1 FROM json_each(?) WHERE value IS ${table}.${column})`,
    [workspace, JSON.stringify(values)],
  )
}

/** Nothing known comes last in both directions; of equals, the one that came first comes first going up. */
function orderedRows<Column extends string>(
  connection: Connection,
  workspace: number,
  { table, order }: RecordList<Column>,
  { column, direction }: ListInput<Column>['sort'],
  among: readonly number[] | null,
): readonly number[] {
  const values: SqlValue[] = among === null ? [workspace] : [workspace, JSON.stringify(among)]
  const narrowed = `workspace = ?${among === null ? '' : ' AND row IN (SELECT value FROM json_each(?))'}`
  if (column === 'title') {
    return byTitle(connection.all(`SELECT row, title FROM ${table} WHERE ${narrowed} ORDER BY row`, values), direction)
  }
  const by = order[column as Exclude<Column, 'title'>]
  const ending = direction === 'ascending' ? 'ASC NULLS LAST, row ASC' : 'DESC, row DESC'
  return rowsOf(connection, `SELECT row FROM ${table} AS record WHERE ${narrowed} ORDER BY ${by} ${ending}`, values)
}

/** Titles are folded here: the database orders by characters alone. These kinds are few, unlike insights. */
function byTitle(rows: readonly SqlRow[], direction: InsightSort['direction']): readonly number[] {
  const keyed = rows.map(({ row, title }) => ({
    row: Number(row),
    key: typeof title === 'string' ? sortKey(title) : null,
  }))
  const sign = direction === 'ascending' ? 1 : -1
  return keyed
    .sort((a, b) => {
      if (a.key !== b.key && (a.key === null || b.key === null)) return a.key === null ? 1 : -1
      if (a.key === b.key || a.key === null || b.key === null) return (a.row - b.row) * sign
      return (a.key < b.key ? -1 : 1) * sign
    })
    .map(({ row }) => row)
}
