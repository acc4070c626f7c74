// Numbers of a record as expressions of SQL over the links of insights; the record is called `record` in the question
// around them. The same expressions order a list and fill its columns, so the two cannot disagree.
import { type CarriedName, carriedKind } from './relations'

/** Insights that carry it. */
export function insightsOf(name: CarriedName): string {
  const { linkTable, linkColumn } = carriedKind(name)
  return `(SELECT count(*) FROM ${linkTable} WHERE ${linkColumn} = record.row)`
}

/** Those of them that nobody has seen. */
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

/** Metrics that were linked to a goal from this machine. */
export const metricsOfOutcome = `(SELECT count(*) FROM metric_links
  WHERE metric_links.workspace = record.workspace AND metric_links.outcome_id = record.id)`
