// The target of a change: its title when the person asks for the change, and the whole record if it is to be deleted.
// Both are read at once, because a sync may remove the record before the service has confirmed anything.
import type { NewChange } from '../../contract/library'
import { storedRecord, wireRecord } from '../ingest/change-log'
import { knowledgeColumns, relatedKinds } from '../ingest/record-columns'
import { readLinkedMetrics } from '../queries/outcomes'
import { mentionedOutcomes, mentionsWithStatus } from '../queries/relations'
import type { Connection } from '../store/connection'
import { column, rowOf } from '../store/row'

export interface ChangeTarget {
  /** null: in the body. Empty: not known, or not to be shown. */
  readonly title: string | null
  /** JSON. */
  readonly content: string | null
}

export function describeTarget(
  connection: Connection,
  workspace: number,
  { kind, targetId }: Pick<NewChange, 'kind' | 'targetId'>,
): ChangeTarget {
  switch (kind) {
    case 'createInsight':
      return { title: null, content: null }
    case 'linkMetric':
    case 'unlinkMetric':
      return { title: titleOf(connection, workspace, 'metrics', 'label', 'metric_id', targetId), content: null }
    case 'markAllSeen':
      return { title: titleOf(connection, workspace, 'opportunities', shownTitle, 'id', targetId), content: null }
    case 'deleteKnowledge':
      return {
        title: titleOf(connection, workspace, 'knowledge', 'title', 'id', targetId),
        content: readKnowledge(connection, workspace, targetId),
      }
    case 'deleteOutcome':
      return {
        title: titleOf(connection, workspace, 'outcomes', shownTitle, 'id', targetId),
        content: readOutcome(connection, workspace, targetId),
      }
  }
}

const shownTitle = `iif(hide_content = 1, '', title)`

function titleOf(
  connection: Connection,
  workspace: number,
  table: string,
  title: string,
  idColumn: string,
  id: string,
): string {
  const sql = `SELECT ${title} AS title FROM ${table} WHERE workspace = ? AND ${idColumn} = ?`
  return connection.value(sql, [workspace, id], column.textOrNull) ?? ''
}

const knowledgeNames = knowledgeColumns.map(({ name }) => name)
const knowledgeRow = storedRecord(knowledgeNames)

const outcomeNames = relatedKinds.find(({ record }) => record === 'outcome')?.columns ?? []
const outcomeRow = storedRecord(outcomeNames)
/** The columns of a goal that are stored in another form than the service sent. */
const decodedRow = rowOf({ analyticEvents: column.orElse(column.json<unknown>(), null), hideContent: column.flag })

const carrierRow = rowOf({ id: column.text, title: column.text, hideContent: column.flag })

function readKnowledge(connection: Connection, workspace: number, id: string): string | null {
  const sql = `SELECT row, ${knowledgeNames.join(', ')} FROM knowledge WHERE workspace = ? AND id = ?`
  const stored = connection.get(sql, [workspace, id], knowledgeRow)
  return stored === undefined ? null : JSON.stringify(wireRecord(knowledgeNames, stored.values))
}

/** Reads a goal with the insights that carry it, the records related through them, and the metrics linked from here. */
function readOutcome(connection: Connection, workspace: number, id: string): string | null {
  const sql = `SELECT row, ${outcomeNames.join(', ')} FROM outcomes WHERE workspace = ? AND id = ?`
  const stored = connection.get(sql, [workspace, id], {
    read: (found) => ({ ...outcomeRow.read(found), decoded: decodedRow.read(found) }),
  })
  if (stored === undefined) return null
  const own = { kind: 'outcome', row: stored.row } as const
  return JSON.stringify({
    ...wireRecord(outcomeNames, stored.values),
    ...stored.decoded,
    insights: connection.all(
      `SELECT id, title, hide_content FROM insight_outcomes JOIN insights ON insights.row = insight
       WHERE outcome = ? ORDER BY insights.row`,
      [own.row],
      carrierRow,
    ),
    opportunities: mentionsWithStatus(connection, own, 'opportunity'),
    solutions: mentionsWithStatus(connection, own, 'solution'),
    outcomes: mentionedOutcomes(connection, own),
    metrics: readLinkedMetrics(connection, workspace, id),
  })
}
