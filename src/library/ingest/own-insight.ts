// The row of an insight that the person created and the service has not confirmed: shown like any other, marked by
// `own_change`, deleted with its journal row. Fields that the service sets have an empty value until then.
import type { NewChange } from '../../contract/library'
import type { ReceivedInsight } from '../../contract/resources/insight'
import { markInsights } from '../local/triage'
import { bulkInsert } from '../store/bulk-insert'
import type { Connection, SqlValue } from '../store/connection'
import { lastInsertedRow } from '../store/context'
import { column, rowOf } from '../store/row'
import { indexedText } from '../text/folded-text'
import { repairText } from '../text/repair-text'
import { embeddingBytes, insightColumns } from './record-columns'

type Creation = Pick<Extract<NewChange, { kind: 'createInsight' }>, 'changeId' | 'targetId' | 'body' | 'createdAt'>

const creationRow = rowOf({
  changeId: column.text,
  targetId: column.text,
  body: column.json<Creation['body']>(),
  createdAt: column.text,
})
const feedbackRow = rowOf({ row: column.number })

/** Restores the rows of pending and failed creations that the service listed, perhaps with other text, and lists no more. */
export function showOwnInsightsAgain(connection: Connection, workspace: number): void {
  const hidden = connection.all(
    `SELECT change_id, target_id, body, created_at FROM journal
     WHERE workspace = ?1 AND kind = 'createInsight'
       AND NOT EXISTS (SELECT 1 FROM insights WHERE workspace = ?1 AND id = target_id) ORDER BY row`,
    [workspace],
    creationRow,
  )
  for (const creation of hidden) addOwnInsight(connection, workspace, creation)
}

export function addOwnInsight(connection: Connection, workspace: number, change: Creation): void {
  const isKnown = connection.get('SELECT 1 AS found FROM insights WHERE workspace = ? AND id = ?', [
    workspace,
    change.targetId,
  ])
  if (isKnown !== undefined) return
  const insight = asInsight(change)
  bulkInsert(
    connection,
    'insights',
    ['workspace', 'own_change', ...insightColumns.map(({ name }) => name)],
    [[workspace, change.changeId, ...insightColumns.map(({ read }) => read(insight))]],
  )
  const row = lastInsertedRow(connection)
  bulkInsert(
    connection,
    'insights_fts',
    ['rowid', 'title', 'description'],
    [[row, indexedText(insight.title), indexedText(insight.description)]],
  )
  const numbers = embeddingBytes(insight.topicEmbeddings)
  if (numbers !== null) bulkInsert(connection, 'insight_embeddings', ['insight', 'numbers'], [[row, numbers]])
  linkKnownFeedback(connection, workspace, row, change.body.feedbackIds ?? [])
  markInsights(connection, 'row = ?', [row])
}

function asInsight({ body, targetId, createdAt }: Creation): ReceivedInsight {
  return {
    ...body,
    id: targetId,
    title: repairText(body.title),
    description: repairText(body.description),
    ownerId: body.ownerId === undefined ? undefined : repairText(body.ownerId),
    strengthScore: body.strengthScore,
    momentumScore: body.momentumScore,
    combinedScore: body.combinedScore,
    lastScoreCalculatedAt: body.lastScoreCalculatedAt,
    topicEmbeddings: body.topicEmbeddings,
    seen: body.seen ?? false,
    hideContent: false,
    createdAt,
    updatedAt: createdAt,
    opportunities: [],
    solutions: [],
    outcomes: [],
    feedback: [],
    strength: new Set(body.feedbackIds).size,
  }
}

/** The insight must have no links yet. Feedback that is not known here is left out. */
export function linkKnownFeedback(
  connection: Connection,
  workspace: number,
  insight: number,
  ids: readonly string[],
): void {
  // Sorted here: to return rows in order, the database would read all feedback of the workspace.
  const known = connection
    .all(
      'SELECT row FROM feedback WHERE workspace = ? AND id IN (SELECT value FROM json_each(?))',
      [workspace, JSON.stringify(ids)],
      feedbackRow,
    )
    .sort((a, b) => a.row - b.row)
  const links = known.map(({ row }, position): SqlValue[] => [insight, position, row])
  bulkInsert(connection, 'insight_feedback', ['insight', 'position', 'feedback'], links)
}
