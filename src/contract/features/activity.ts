// Activity: every change a person made from this machine, and what became of it.
import { z } from 'zod'
import { command, query } from '../call'
import { ErrorReport } from '../errors'
import { WorkspaceRef } from '../workspace'

/**
 * waiting: journalled, not sent. sending: on its way. unknown: sent, and the answer was lost; being checked.
 * failed: refused; stays until the person retries or discards it. done: the service confirmed it.
 */
export const ChangeState = z.enum(['waiting', 'sending', 'unknown', 'failed', 'done'])
export type ChangeState = z.infer<typeof ChangeState>

/** Which operation of the service a change is. */
export const ChangeKind = z.enum([
  'createInsight',
  'linkMetric',
  'unlinkMetric',
  'deleteKnowledge',
  'deleteOutcome',
  'markAllSeen',
])
export type ChangeKind = z.infer<typeof ChangeKind>

export const ActivityEntry = z.object({
  changeId: z.string(),
  workspace: WorkspaceRef,
  kind: ChangeKind,
  targetId: z.string(),
  title: z.string(),
  /** discarded: taken back before the service confirmed it, or refused by it. */
  state: z.enum([...ChangeState.options, 'discarded']),
  error: ErrorReport.nullable(),
  attempts: z.number().int(),
  /**
   * It waits for the person's word in any environment: it came out of a library that was rebuilt, or was made for another
   * address, or before its workspace was removed.
   */
  needsReview: z.boolean().optional(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  settledAt: z.string().nullable(),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

export const ActivityDetail = z.object({
  ...ActivityEntry.shape,
  /** What was sent, in words: method and path. */
  request: z.string(),
  /** What was sent as body, as JSON text; null = none. */
  body: z.string().nullable(),
  /** A deleted record with all its content as it was last known, as JSON text; null = nothing was deleted or known. */
  content: z.string().nullable(),
})
export type ActivityDetail = z.infer<typeof ActivityDetail>

export const ActivityPage = z.object({ rows: z.array(ActivityEntry), total: z.number().int(), all: z.number().int() })
export type ActivityPage = z.infer<typeof ActivityPage>

const change = z.strictObject({ workspace: WorkspaceRef, changeId: z.string() })

/** Everything from this machine, in all workspaces of all environments. */
const narrowed = { text: z.string().max(500), workspace: WorkspaceRef.nullable() }

export const activity = {
  /** Newest first; unsettled changes before all others. */
  query: query(
    z.strictObject({ ...narrowed, offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }),
    ActivityPage,
  ),
  /** What the service has not confirmed in a workspace, oldest first. */
  unsettled: query(z.strictObject({ workspace: WorkspaceRef }), z.array(ActivityEntry)),
  /** `workspace` null: wherever it was made, as its id alone names it. Throws NOT_FOUND. */
  get: query(z.strictObject({ ...change.shape, workspace: WorkspaceRef.nullable() }), ActivityDetail),
  retry: command(change, z.null(), { changesService: true }),
  /**
   * The person has looked at these changes and wants them sent now, in the order in which they were made. One that
   * cannot be sent now goes on waiting, and in production for another word. Ids that wait no more are passed over.
   */
  send: command(
    z.strictObject({ workspace: WorkspaceRef, changeIds: z.array(z.string().max(200)).min(1).max(5000) }),
    z.object({ sent: z.number().int(), refused: z.number().int(), waiting: z.number().int() }),
    { changesService: true },
  ),
  /** Forgets a change that was never confirmed; its optimistic row goes with it. */
  discard: command(change, z.null()),
  /** Asks where to, and writes what the query would show. `saved` is false when the person cancelled. */
  export: command(
    z.strictObject({ ...narrowed, format: z.enum(['csv', 'json']) }),
    z.object({ saved: z.boolean(), entries: z.number().int() }),
  ),
}
