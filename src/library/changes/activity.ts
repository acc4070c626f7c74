// The person's changes and decisions, and how each of them ended.
import { z } from 'zod'
import { AppError } from '../../contract/errors'
import { type ActivityEntry, ChangeKind } from '../../contract/features/activity'
import { operationText, otherKindWords, stateText } from '../../contract/features/activity-words'
import { Decision, PrioritisedKind } from '../../contract/features/priorities'
import { requiresReview } from '../../contract/requires-review'
import { type EnvironmentName, environmentLabels, workspaceKey } from '../../contract/workspace'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { hasWords, searchOf } from '../text/folded-text'
import { repairText } from '../text/repair-text'
import { readError, tampered } from './error-column'

type Activity = Pick<StoreApi, 'queryActivity' | 'getActivity' | 'findActivity'>

/** A kind that this app does not write was tampered with; it is read as the kind that can show any body. */
export const readableKind = `CASE WHEN kind IN (${ChangeKind.options.map((kind) => `'${kind}'`).join(', ')})
  THEN kind ELSE 'createInsight' END`

const kindsDecided = [
  ['insight', 'insights'],
  ['opportunity', 'opportunities'],
  ['outcome', 'outcomes'],
  ['solution', 'solutions'],
]

/** Title of the decided record; NULL if it is gone or its content is hidden. */
const titleOfDecided = `CASE kind ${kindsDecided
  .map(
    ([kind, table]) => `WHEN '${kind}' THEN (SELECT title FROM ${table} AS record
      WHERE record.workspace = decisions.workspace AND record.id = decisions.id AND hide_content = 0)`,
  )
  .join(' ')} END`

const hidesContent = (table: string) => `(SELECT hide_content FROM ${table} AS record
  WHERE record.workspace = change.workspace AND record.id = target_id)`

/** The copy of a deleted goal says whether it is hidden; the other records still exist. */
const isHidden = `coalesce(title, '') = '' AND coalesce(CASE kind
  WHEN 'markAllSeen' THEN ${hidesContent('opportunities')}
  WHEN 'deleteOutcome' THEN iif(json_valid(content), json_extract(content, '$.hideContent'), 0)
  WHEN 'decide' THEN CASE json_extract(body, '$.kind')
    ${kindsDecided.map(([kind, table]) => `WHEN '${kind}' THEN ${hidesContent(table ?? '')}`).join(' ')} END
  END, 0)`

/**
 * Journal, activity and decisions as one; `is_open` marks the unsettled ones. A tampered change is never sent and can be
 * read until the person discards it. Each library numbers its decisions from 1, so their ids name the environment.
 */
const allChangesIn = (environment: EnvironmentName) => `(
  SELECT change_id, workspace, kind, target_id, body, created_at, attempts, error, title, content, state,
         NULL AS settled_at, row, 1 AS is_open, needs_review, version, NULL AS request_ms FROM journal
  UNION ALL
  SELECT change_id, workspace, ${readableKind} AS kind, target_id, body, created_at, 0 AS attempts,
         '${JSON.stringify(tampered)}' AS error, NULL AS title, NULL AS content, 'failed' AS state, NULL AS settled_at,
         row, 1 AS is_open, 0 AS needs_review, 0 AS version, NULL AS request_ms FROM journal_quarantine
  UNION ALL
  SELECT change_id, workspace, kind, target_id, body, created_at, attempts, error, title, content, outcome AS state,
         settled_at, row, 0 AS is_open, 0 AS needs_review, 0 AS version, request_ms FROM activity
  UNION ALL
  SELECT 'decision-${environment}-' || row, workspace, 'decide', id, json_object('kind', kind, 'decision', decision, 'note', note),
         decided_at, 0, NULL, ${titleOfDecided}, NULL, 'done', decided_at, row, 0, 0, 0,
         NULL
  FROM decisions WHERE decision IS NOT NULL AND decided_at IS NOT NULL
) AS change JOIN workspaces ON workspaces.row = change.workspace`

const columns = `change.change_id, kind, target_id, body, created_at, attempts, error, title, state, settled_at,
  needs_review, version, organisation_id, workspace_id, ${isHidden} AS is_hidden`

const newestFirst = 'created_at DESC, is_open DESC, change.row DESC'

const Decided = z.object({ kind: PrioritisedKind, decision: Decision, note: z.string() })

const storedEntry = rowOf({
  changeId: column.text,
  kind: column.textOf<ActivityEntry['kind']>(),
  targetId: column.text,
  body: column.text,
  title: column.textOrNull,
  isHidden: column.flag,
  state: column.textOf<ActivityEntry['state']>(),
  error: readError,
  attempts: column.number,
  version: column.number,
  needsReview: column.flag,
  createdAt: column.text,
  settledAt: column.textOrNull,
  organisationId: column.text,
  workspaceId: column.text,
})

const storedDetail = rowOf({ ...storedEntry.fields, content: column.textOrNull, requestMs: column.numberOrNull })

export function createActivity(context: StoreContext, environment: EnvironmentName): Activity {
  const allChanges = allChangesIn(environment)
  const readEntry = (stored: ReturnType<typeof storedEntry.read>) => asEntry(stored, environment)
  const readWhole = (stored: ReturnType<typeof storedDetail.read>) => ({
    ...readEntry(stored),
    body: stored.body === 'null' ? null : stored.body,
    content: stored.content,
    ...(stored.requestMs !== null && { requestMs: stored.requestMs }),
  })
  /** `waitsForReview` in SQL: a store belongs to one environment. */
  const isAlwaysReviewed = requiresReview({ workspace: { environment }, needsReview: false })
  const toReview = isAlwaysReviewed ? "state = 'waiting'" : "state = 'waiting' AND needs_review = 1"
  return {
    queryActivity: ({ workspace, targetId = null, isToReview = false, text, workspaceNames = {}, offset, limit }) =>
      context.read((connection) => {
        const row = workspace === null ? null : findWorkspace(connection, workspace)
        if (workspace !== null && row === null) return { rows: [], total: 0, all: 0 }
        const within = 'WHERE (?1 IS NULL OR change.workspace = ?1) AND (?2 IS NULL OR target_id = ?2)'
        const narrowed = isToReview ? `${within} AND ${toReview}` : within
        const select = (ending: string) =>
          `SELECT ${columns} FROM ${allChanges} ${narrowed} ORDER BY is_open DESC, ${newestFirst} ${ending}`
        const countOf = (where: string) =>
          connection.value(`SELECT count(*) FROM ${allChanges} ${where}`, [row, targetId], column.number) ?? 0
        const all = countOf(within)
        if (searchOf(text) === null) {
          const page = connection.all(select('LIMIT ?3 OFFSET ?4'), [row, targetId, limit, offset], storedEntry)
          return { rows: page.map(readEntry), total: isToReview ? countOf(narrowed) : all, all }
        }
        const found = connection
          .all(select(''), [row, targetId], storedEntry)
          .map(readEntry)
          .filter((entry) => hasWords(searchedText(entry, workspaceNames), text))
        return { rows: found.slice(offset, offset + limit), total: found.length, all }
      }),

    getActivity: ({ workspace, changeId }) =>
      context.read((connection) =>
        readWhole(demandEntry(connection, allChanges, changeId, findWorkspace(connection, workspace))),
      ),

    findActivity: ({ changeId }) =>
      context.read((connection) => readWhole(demandEntry(connection, allChanges, changeId))),
  }
}

/** The words that the list shows for a change, the id of its target, and the note of a decision. */
function searchedText(entry: ActivityEntry, names: Readonly<Record<string, string>>): string {
  const { title, targetId, kind, workspace, decided } = entry
  const place = `${environmentLabels[workspace.environment]} ${names[workspaceKey(workspace)] ?? workspace.workspaceId}`
  return `${title} ${targetId} ${operationText(entry)} ${otherKindWords[kind] ?? ''} ${stateText(entry)} ${place} ${decided?.note ?? ''}`
}

/** @param within rows of the workspaces to look in, null for an unknown one; if omitted, all workspaces. */
function demandEntry(
  connection: Connection,
  allChanges: string,
  changeId: string,
  ...within: readonly (number | null)[]
) {
  const condition = within.length === 0 ? '' : 'AND change.workspace = ?'
  const sql = `SELECT ${columns}, content, CASE WHEN request_ms >= 0 THEN request_ms END AS request_ms FROM ${allChanges} WHERE change.change_id = ? ${condition}`
  const stored = connection.get(sql, [changeId, ...within], storedDetail)
  if (stored === undefined) throw new AppError('NOT_FOUND', 'Change not found.')
  return stored
}

function asEntry(stored: ReturnType<typeof storedEntry.read>, environment: EnvironmentName): ActivityEntry {
  const { organisationId, workspaceId, needsReview, title, isHidden, body } = stored
  const { changeId, kind, targetId, state, error, attempts, version, createdAt, settledAt } = stored
  return {
    changeId,
    workspace: { environment, organisationId, workspaceId },
    kind,
    ...(kind === 'decide' && { decided: Decided.parse(JSON.parse(body)) }),
    targetId,
    title: title ?? titleIn(body),
    ...(isHidden && { isHidden }),
    state,
    error,
    attempts,
    version,
    ...(needsReview && { needsReview: true }),
    createdAt,
    settledAt,
  }
}

function titleIn(text: string): string {
  try {
    const body: { readonly title?: unknown } | null = JSON.parse(text)
    return typeof body?.title === 'string' ? repairText(body.title) : ''
  } catch {
    return ''
  }
}
