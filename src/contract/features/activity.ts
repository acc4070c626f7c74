// Activity: every change a person made from this machine and what became of it.
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
export const ChangeKind = z.enum(['createInsight'])
export type ChangeKind = z.infer<typeof ChangeKind>

export const ActivityEntry = z.object({
  changeId: z.string(),
  workspace: WorkspaceRef,
  kind: ChangeKind,
  targetId: z.string(),
  title: z.string(),
  state: ChangeState,
  error: ErrorReport.nullable(),
  attempts: z.number().int(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  settledAt: z.string().nullable(),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

const change = z.strictObject({ workspace: WorkspaceRef, changeId: z.string() })

export const activity = {
  /** Newest first. */
  list: query(z.strictObject({ workspace: WorkspaceRef }), z.array(ActivityEntry)),
  retry: command(change, z.null(), { changesService: true }),
  /** Forgets a change that was never confirmed; its optimistic row goes with it. */
  discard: command(change, z.null()),
}
