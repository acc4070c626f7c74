// How records are related: insights carry them, and whatever else the same insight carries is related "through" it.
import type { RelatedTo } from '../../contract/features/listing'
import { type RelatedKind, relatedKinds } from '../ingest/record-columns'
import type { Connection, SqlRow, SqlValue } from '../store/connection'
import { rowsOf } from './row-lists'

export type CarriedName = Exclude<RelatedTo['kind'], 'insight'>
export type CarriedKind = Pick<RelatedKind, 'table' | 'linkTable' | 'linkColumn'>

/** Table and links of a kind of record that insights carry. */
export function carriedKind(name: CarriedName): CarriedKind {
  const kind = relatedKinds.find(({ record }) => record === name)
  if (kind === undefined) throw new RangeError(`insights carry no ${name}`)
  return kind
}

/** Rows of the insights that carry the record; of an insight, itself. */
export function insightsCarrying(connection: Connection, workspace: number, to: RelatedTo): readonly number[] {
  if (to.kind === 'insight') {
    return rowsOf(connection, 'SELECT row FROM insights WHERE workspace = ? AND id = ?', [workspace, to.id])
  }
  const { table, linkTable, linkColumn } = carriedKind(to.kind)
  return rowsOf(
    connection,
    `SELECT link.insight AS row FROM ${table} AS record JOIN ${linkTable} AS link ON link.${linkColumn} = record.row
     WHERE record.workspace = ? AND record.id = ?`,
    [workspace, to.id],
  )
}

/** Rows of the records of a kind that share an insight with another record; what they are related to is not among them. */
export function recordsRelated(
  connection: Connection,
  workspace: number,
  name: CarriedName,
  to: RelatedTo,
): readonly number[] {
  const { table, linkTable, linkColumn } = carriedKind(name)
  return rowsOf(
    connection,
    `SELECT DISTINCT link.${linkColumn} AS row FROM ${linkTable} AS link
     JOIN ${table} AS record ON record.row = link.${linkColumn}
     WHERE link.insight IN (SELECT value FROM json_each(?)) AND NOT (? AND record.id = ?)`,
    [JSON.stringify(insightsCarrying(connection, workspace, to)), to.kind === name ? 1 : 0, to.id],
  )
}

/** What shares an insight with a record, most shared first: `through` is in how many. */
export function mentions(
  connection: Connection,
  of: { readonly kind: CarriedName; readonly row: number },
  name: Exclude<CarriedName, 'feedback'>,
): SqlRow[] {
  const own = carriedKind(of.kind)
  const other = carriedKind(name)
  const values: SqlValue[] = [of.row, of.kind === name ? of.row : null]
  return connection.all(
    `SELECT record.id, record.title, record.hide_content, ${name === 'outcome' ? 'NULL AS status' : 'record.status'},
            count(*) AS through
     FROM ${own.linkTable} AS own JOIN ${other.linkTable} AS other ON other.insight = own.insight
     JOIN ${other.table} AS record ON record.row = other.${other.linkColumn}
     WHERE own.${own.linkColumn} = ? AND record.row IS NOT ?
     GROUP BY record.row ORDER BY through DESC, record.title COLLATE NOCASE, record.row`,
    values,
  )
}

export function readMention(row: SqlRow) {
  return {
    id: String(row.id),
    title: String(row.title),
    hideContent: row.hide_content === 1,
    through: Number(row.through),
  }
}

export function readMentionWithStatus(row: SqlRow) {
  return { ...readMention(row), status: String(row.status) }
}
