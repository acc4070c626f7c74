// One kind of record as a list (the matching rows, their order and the page), and one record by its id.
import { AppError } from '../../contract/errors'
import type { InsightSort } from '../../contract/features/insights'
import type { OwnFilter, RelatedTo } from '../../contract/features/listing'
import type { ForgivenWord } from '../../contract/features/search'
import type { TriagedKind, TriageMarks } from '../../contract/features/triage'
import type { WorkspaceRef } from '../../contract/workspace'
import { readTriageMarks, rowsOfOwn } from '../local/triage'
import { boundTexts, type Connection, type SqlRow, type SqlValue } from '../store/connection'
import { findWorkspace } from '../store/context'
import { column, columnName, type RowSchema, rowOf } from '../store/row'
import { searchOf, sortKey } from '../text/folded-text'
import { inAll, type ListCache, rowsOf } from './list-cache'
import { type CarriedName, recordsRelated } from './relations'
import { bestFirst, type Forgiveness, type ListedTable, rowsFound } from './word-search'

export interface RecordList<Column extends string, Row> {
  readonly table: ListedTable
  readonly kind: TriagedKind
  /** null: no insight carries it, so nothing is related to it. */
  readonly record: CarriedName | null
  /** SQL that each column is ordered by; the record is called `record`. Columns among `figures` need none. */
  readonly order: Readonly<Partial<Record<Column, string>>>
  /** Fields that are computed separately, by name. Called while a list is made. */
  readonly figures?: () => Readonly<Record<string, Figure>>
  /** Columns whose order an index has, with the rows: a page near its beginning is read from it. */
  readonly indexed?: readonly Column[]
  /** SQL of the fields that are no columns. */
  readonly computed?: Readonly<Record<string, string>>
  readonly schema: RecordSchema<Row>
  /** The person's word for one of them. */
  readonly noun: string
}

/** By row of the record; NaN or nothing: unknown. */
export type Figure = (row: number) => number | undefined

type RecordSchema<Row> = RowSchema<Row> & { readonly names: Readonly<Record<string, string>> }

/** Enough characters of the description for a summary after white space is folded. */
const summarySource = 'substr(description, 1, 600)'
const summaryLength = 200

/** The start of the description, which lists show in its place: on one line, cut between characters, never within one. */
export const summary = column.mapped(column.text, (text) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return Array.from(line.slice(0, summaryLength * 2))
    .slice(0, summaryLength)
    .join('')
})

/** Every field of a schema: its column, or the SQL it is computed from. */
export function fieldsOf(
  { names }: Pick<RecordSchema<unknown>, 'names'>,
  computed: RecordList<string, unknown>['computed'],
) {
  const sources: Readonly<Record<string, string>> = { summary: summarySource, ...computed }
  return Object.entries(names)
    .map(([field, name]) => (sources[field] === undefined ? name : `${sources[field]} AS ${name}`))
    .join(', ')
}

type Read = Pick<RecordList<string, unknown>, 'computed'> & { readonly table: string }

/** Reads the fields of `schema`, in no order; missing ids are left out. */
export function readRecords<Row>(
  connection: Connection,
  { table, computed }: Read,
  schema: RecordSchema<Row>,
  { workspace, ids }: { readonly workspace: WorkspaceRef; readonly ids: readonly string[] },
): Row[] {
  return connection.all(
    `SELECT ${fieldsOf(schema, computed)} FROM ${table} AS record
     WHERE workspace = ? AND id IN (SELECT value FROM json_each(?))`,
    [findWorkspace(connection, workspace), boundTexts(ids)],
    schema,
  )
}

/** Throws NOT_FOUND. */
export function readRecord<Row>(
  connection: Connection,
  record: Read & Pick<RecordList<string, unknown>, 'noun'>,
  schema: RecordSchema<Row>,
  { workspace, id }: { readonly workspace: WorkspaceRef; readonly id: string },
): Row {
  const [found] = readRecords(connection, record, schema, { workspace, ids: [id] })
  if (found === undefined) throw new AppError('NOT_FOUND', `No ${record.noun} has this ID.`)
  return found
}

interface ListInput<Column extends string> {
  readonly workspace: WorkspaceRef
  readonly text: string
  readonly relatedTo: RelatedTo | null
  readonly own?: OwnFilter | undefined
  readonly sort: {
    readonly column: Column
    readonly direction: InsightSort['direction']
    readonly bestFirst?: boolean | undefined
  }
  readonly offset: number
  readonly limit: number
}

/** Filters of one list: values of a column or of an SQL expression, null for none. Empty: no filter. */
export type Choices = Readonly<Record<string, readonly (string | null)[]>>

/** Rows left by a filter that compares no single value; `key`: their dependencies besides the data. */
export interface Among {
  readonly key: readonly unknown[]
  readonly rows: () => readonly number[]
}

interface Marked {
  readonly triage?: TriageMarks
}

export interface ListPage<Row> {
  readonly rows: Row[]
  readonly total: number
  readonly all: number
  readonly forgiven?: readonly ForgivenWord[]
}

/** From this offset on an index has more rows to skip than the whole order takes to read once. */
const deepOffset = 20_000

export function readList<Column extends string, Row extends { readonly id: string }>(
  connection: Connection,
  cache: ListCache,
  list: RecordList<Column, Row>,
  input: ListInput<Column>,
  forgiveness: Forgiveness,
  choices: Choices = {},
  among: Among | null = null,
): ListPage<Row & Marked> {
  const workspace = findWorkspace(connection, input.workspace)
  if (workspace === null) return { rows: [], total: 0, all: 0 }
  const { table } = list
  const { text, relatedTo, offset, limit } = input
  const { bestFirst: isBestFirst = false, ...sort } = input.sort
  const searched = { table, workspace, text, forgiveness }
  const chosen = Object.entries(choices).filter(([, values]) => values.length > 0)
  const all = cache.value(['all', table, workspace], () => countAll(connection, workspace, table))
  const own = rowsOfOwn({ workspace, kind: list.kind }, input.own ?? {})
  const isWhole = own === null && relatedTo === null && chosen.length === 0 && among === null && searchOf(text) === null
  if (isWhole && list.indexed?.includes(sort.column) && offset < deepOffset) {
    const page = orderedRows(connection, workspace, list, sort, null, { offset, limit })
    return { rows: withMarks(connection, workspace, list, readRows(connection, cache, list, page)), total: all, all }
  }
  const matching = cache.list(['page', input.sort, searched, relatedTo, own, chosen, among?.key], () => {
    const found = inAll(
      // Few records are related to one: only those are sorted, however many the kind has.
      cache.list(['order', table, workspace, sort, relatedTo], () =>
        orderedRows(connection, workspace, list, sort, relatedRows(connection, workspace, list, relatedTo)),
      ),
      rowsFound(connection, cache, searched),
      among?.rows() ?? null,
      own === null ? null : rowsOf(connection, own.sql, own.values),
      ...chosen.map(([column, values]) => rowsWithValue(connection, workspace, table, column, values)),
    )
    return isBestFirst ? bestFirst(connection, searched, found) : found
  })
  return {
    rows: withMarks(
      connection,
      workspace,
      list,
      readRows(connection, cache, list, matching.slice(offset, offset + limit)),
    ),
    total: matching.length,
    all,
    ...(forgiveness.length === 0 ? {} : { forgiven: forgiveness }),
  }
}

const numberedRow = rowOf({ row: column.number })

function readRows<Column extends string, Row>(
  connection: Connection,
  cache: ListCache,
  { table, computed, figures, schema }: RecordList<Column, Row>,
  rows: readonly number[],
): Row[] {
  return cache.rows(table, rows, (missing) => {
    const apart = Object.entries(figures?.() ?? {})
    const sources = { ...computed, ...Object.fromEntries(apart.map(([field]) => [field, 'NULL'])) }
    const sql = `SELECT row, ${fieldsOf(schema, sources)} FROM ${table} AS record
      WHERE row IN (SELECT value FROM json_each(?))`
    const withFigures = (stored: SqlRow) => {
      const { row } = numberedRow.read(stored)
      const values = apart.map(([field, figure]) => [columnName(field), knownOrNull(figure(row))])
      return [row, schema.read({ ...stored, ...Object.fromEntries(values) })] as const
    }
    return connection.all(sql, [JSON.stringify(missing)], { read: withFigures })
  })
}

/** Separate from the cached rows, which a decision leaves as they are. */
function withMarks<Row extends { readonly id: string }>(
  connection: Connection,
  workspace: number,
  { kind }: Pick<RecordList<string, Row>, 'kind'>,
  rows: Row[],
): (Row & Marked)[] {
  const ids = rows.map(({ id }) => id)
  const marks = readTriageMarks(connection, { workspace, kind }, ids)
  if (marks.size === 0) return rows
  return rows.map((row) => {
    const triage = marks.get(row.id)
    return triage === undefined ? row : { ...row, triage }
  })
}

const knownOrNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)

function countAll(connection: Connection, workspace: number, table: ListedTable): number {
  return connection.value(`SELECT count(*) FROM ${table} WHERE workspace = ?`, [workspace], column.number) ?? 0
}

/** Rows with these words that are related to this record; null: neither narrows the list. */
export function rowsOfSearch<Column extends string, Row>(
  connection: Connection,
  cache: ListCache,
  workspace: number,
  list: RecordList<Column, Row>,
  {
    text,
    relatedTo,
    forgiveness,
  }: Pick<ListInput<Column>, 'text' | 'relatedTo'> & { readonly forgiveness: Forgiveness },
): readonly number[] | null {
  const related = relatedRows(connection, workspace, list, relatedTo)
  const found = rowsFound(connection, cache, { table: list.table, workspace, text, forgiveness })
  return related === null ? found : inAll(related, found)
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
  table: ListedTable,
  expression: string,
  values: readonly (string | null)[],
): readonly number[] {
  return rowsOf(
    connection,
    `SELECT row FROM (SELECT row, ${expression} AS value FROM ${table} WHERE workspace = ?)
     WHERE value IN (SELECT value FROM json_each(?)) OR value IS NULL AND ?`,
    [workspace, JSON.stringify(values), values.includes(null) ? 1 : 0],
  )
}

/** Absent values come last in both directions; equal ones in the order of their rows. */
function orderedRows<Column extends string, Row>(
  connection: Connection,
  workspace: number,
  { table, order, figures }: RecordList<Column, Row>,
  { column: sorted, direction }: ListInput<Column>['sort'],
  among: readonly number[] | null,
  page: { readonly offset: number; readonly limit: number } | null = null,
): readonly number[] {
  const values: SqlValue[] = among === null ? [workspace] : [workspace, JSON.stringify(among)]
  const narrowed = `workspace = ?${among === null ? '' : ' AND row IN (SELECT value FROM json_each(?))'}`
  if (sorted === 'title') {
    const sql = `SELECT row, title FROM ${table} WHERE ${narrowed} ORDER BY row`
    return byTitle(connection.all(sql, values, titledRow), direction)
  }
  const figure = figures?.()[sorted]
  if (figure !== undefined) {
    return byFigure(rowsOf(connection, `SELECT row FROM ${table} WHERE ${narrowed}`, values), figure, direction)
  }
  const by = order[sorted]
  if (by === undefined) throw new RangeError(`${table} cannot be ordered by ${sorted}`)
  const ending = direction === 'ascending' ? 'ASC NULLS LAST, row ASC' : 'DESC, row DESC'
  const sql = `SELECT row FROM ${table} AS record WHERE ${narrowed} ORDER BY ${by} ${ending}`
  if (page === null) return rowsOf(connection, sql, values)
  return rowsOf(connection, `${sql} LIMIT ? OFFSET ?`, [...values, page.limit, page.offset])
}

function byFigure(rows: readonly number[], figure: Figure, direction: InsightSort['direction']): readonly number[] {
  const sign = direction === 'ascending' ? 1 : -1
  const unknown = Number.POSITIVE_INFINITY
  const keyed = rows.map((row) => {
    const value = knownOrNull(figure(row))
    return { row, key: value === null ? unknown : value * sign }
  })
  // Two unknown ones have no difference.
  return keyed.sort((a, b) => (a.key === b.key ? (a.row - b.row) * sign : a.key - b.key)).map(({ row }) => row)
}

const titledRow = rowOf({ row: column.number, title: column.textOrNull })

/** Titles are folded here: the database orders by characters alone. These kinds are few, unlike insights. */
function byTitle(
  rows: readonly ReturnType<typeof titledRow.read>[],
  direction: InsightSort['direction'],
): readonly number[] {
  const keyed = rows.map(({ row, title }) => ({ row, key: title === null ? null : sortKey(title) }))
  const sign = direction === 'ascending' ? 1 : -1
  return keyed
    .sort((a, b) => {
      if (a.key !== b.key && (a.key === null || b.key === null)) return a.key === null ? 1 : -1
      if (a.key === b.key || a.key === null || b.key === null) return (a.row - b.row) * sign
      return (a.key < b.key ? -1 : 1) * sign
    })
    .map(({ row }) => row)
}
