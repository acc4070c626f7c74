// How records are related: insights carry them, and two records in the same insight are related "through" it.
import type { RelatedTo } from '../../contract/features/listing'
import { type RelatedKind, relatedKinds } from '../ingest/record-columns'
import { boundTexts, type Connection } from '../store/connection'
import { column, type RowSchema, rowOf } from '../store/row'
import { rowsOf } from './list-cache'

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

/** Rows of the insights that carry any of these records, each once. */
export function insightsCarryingAny(
  connection: Connection,
  workspace: number,
  name: CarriedName,
  ids: readonly string[],
): readonly number[] {
  const { table, linkTable, linkColumn } = carriedKind(name)
  return rowsOf(
    connection,
    `SELECT DISTINCT link.insight AS row FROM ${table} AS record JOIN ${linkTable} AS link ON link.${linkColumn} = record.row
     WHERE record.workspace = ? AND record.id IN (SELECT value FROM json_each(?))`,
    [workspace, boundTexts(ids)],
  )
}

/** Rows of the records of a kind that share an insight with another record, without that record. */
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

// Numbers of a record as SQL expressions over the links of insights; the record is called `record` in the statement
// around them. The same expressions order a list and fill its columns, so the two cannot disagree.

/** Insights that carry it. */
export function insightsOf(name: CarriedName): string {
  const { linkTable, linkColumn } = carriedKind(name)
  return `(SELECT count(*) FROM ${linkTable} WHERE ${linkColumn} = record.row)`
}

/** Unseen insights that carry it. */
export function unseenOf(name: CarriedName): string {
  const { linkTable, linkColumn } = carriedKind(name)
  return `(SELECT count(*) FROM ${linkTable} AS own JOIN insights ON insights.row = own.insight
           WHERE own.${linkColumn} = record.row AND insights.seen = 0)`
}

/** Different records of another kind that its insights carry. */
export function sharedOf(name: CarriedName, other: CarriedName): string {
  const own = carriedKind(name)
  const shared = carriedKind(other)
  return `(SELECT count(DISTINCT shared.${shared.linkColumn}) FROM ${own.linkTable} AS own
           JOIN ${shared.linkTable} AS shared ON shared.insight = own.insight
           WHERE own.${own.linkColumn} = record.row)`
}

/** The greatest combined score of its insights. */
export function strongestOf(name: CarriedName): string {
  const { linkTable, linkColumn } = carriedKind(name)
  return `(SELECT max(insights.combined_score) FROM ${linkTable} AS own JOIN insights ON insights.row = own.insight
           WHERE own.${linkColumn} = record.row)`
}

/** The mean sentiment of the feedback of its insights, each piece counted once. */
export function sentimentOf(name: CarriedName): string {
  const { linkTable, linkColumn } = carriedKind(name)
  return `(SELECT avg(sentiment_score) FROM feedback WHERE row IN (
             SELECT shared.feedback FROM ${linkTable} AS own
             JOIN insight_feedback AS shared ON shared.insight = own.insight WHERE own.${linkColumn} = record.row))`
}

/** Its place by priority among all of its kind; the same priority shares a place. */
export const rankOf = (
  table: 'solutions' | 'outcomes',
  record: 'record' | 'target' = 'record',
) => `(SELECT count(*) + 1 FROM ${table} AS other
  WHERE other.workspace = ${record}.workspace AND other.priority < ${record}.priority)`

/** Metrics that were linked to a goal from this computer. */
export const metricsOfOutcome = `(SELECT count(*) FROM metric_links
  WHERE metric_links.workspace = record.workspace AND metric_links.outcome_id = record.id)`

const mention = rowOf({
  id: column.text,
  title: column.text,
  hideContent: column.flag,
  through: column.number,
  strongest: column.numberOrNull,
})
const mentionWithStatus = rowOf({ ...mention.fields, status: column.text })

/**
 * Records that share insights with a record. Those that share the strongest insight come first; `through` is the number
 * of insights they share.
 */
function mentionsOf<T>(
  connection: Connection,
  of: { readonly kind: CarriedName; readonly row: number },
  name: CarriedName,
  schema: RowSchema<T>,
  columns: string,
): T[] {
  const own = carriedKind(of.kind)
  const other = carriedKind(name)
  return connection.all(
    `SELECT record.id, record.title, record.hide_content, count(*) AS through,
       max(insights.combined_score) AS strongest ${columns}
     FROM ${own.linkTable} AS own JOIN ${other.linkTable} AS other ON other.insight = own.insight
     JOIN ${other.table} AS record ON record.row = other.${other.linkColumn}
     JOIN insights ON insights.row = own.insight
     WHERE own.${own.linkColumn} = ? AND record.row IS NOT ?
     GROUP BY record.row ORDER BY strongest DESC, through DESC, record.title COLLATE NOCASE, record.row`,
    [of.row, of.kind === name ? of.row : null],
    schema,
  )
}

type Of = Parameters<typeof mentionsOf>[1]

export const mentionedOutcomes = (connection: Connection, of: Of) => mentionsOf(connection, of, 'outcome', mention, '')

export const mentionsWithStatus = (connection: Connection, of: Of, name: 'opportunity' | 'solution') =>
  mentionsOf(connection, of, name, mentionWithStatus, ', record.status')
