// Activity: every change that was made on this computer, with its outcome.
import { z } from 'zod'
import { command, query } from '../call'
import { ErrorReport } from '../errors'
import { WorkspaceRef } from '../workspace'
import { Decision, PrioritisedKind } from './priorities'

/**
 * waiting: in the journal, not sent. sending: request under way. unknown: the answer was lost; being reconciled.
 * failed: rejected, until the person retries or discards it. done: confirmed by the service.
 */
export const ChangeState = z.enum(['waiting', 'sending', 'unknown', 'failed', 'done'])
export type ChangeState = z.infer<typeof ChangeState>

/** The operation of the service that a change performs. */
export const ChangeKind = z.enum([
  'createInsight',
  'linkMetric',
  'unlinkMetric',
  'deleteKnowledge',
  'deleteOutcome',
  'markAllSeen',
])
export type ChangeKind = z.infer<typeof ChangeKind>

/** A decision about priority is kept on this computer and never sent, so it is no change; it is shown among them. */
export const ActivityKind = z.enum([...ChangeKind.options, 'decide'])
export type ActivityKind = z.infer<typeof ActivityKind>

export const ActivityEntry = z.object({
  changeId: z.string(),
  workspace: WorkspaceRef,
  kind: ActivityKind,
  /** Only for a decision. */
  decided: z.object({ kind: PrioritisedKind, decision: Decision, note: z.string() }).optional(),
  targetId: z.string(),
  /** Empty if it is unknown or hidden. */
  title: z.string(),
  /** The title is missing because the service asks to hide the content. */
  isHidden: z.boolean().optional(),
  /** discarded: given up before the service confirmed it; by the person without an error, by the app with its reason. */
  state: z.enum([...ChangeState.options, 'discarded']),
  error: ErrorReport.nullable(),
  attempts: z.number().int(),
  /** A call that acts on an unsettled change names the version that the person saw. 0: settled, or tampered with. */
  version: z.number().int(),
  /**
   * The change must be approved in any environment: it was recovered from a damaged library, made for another address, or
   * made before its workspace was removed.
   */
  needsReview: z.boolean().optional(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  settledAt: z.string().nullable(),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

export const ActivityDetail = z.object({
  ...ActivityEntry.shape,
  /** Method and path of the request. */
  request: z.string(),
  /** The body of the request, as JSON text; null = none. */
  body: z.string().nullable(),
  /** From the start of the request to the answer that settled the change; absent = unknown. */
  requestMs: z.number().nonnegative().optional(),
  /** The deleted record as last known, as JSON text; null = nothing was deleted, or it was unknown. */
  content: z.string().nullable(),
})
export type ActivityDetail = z.infer<typeof ActivityDetail>

export const ActivityPage = z.object({ rows: z.array(ActivityEntry), total: z.number().int(), all: z.number().int() })
export type ActivityPage = z.infer<typeof ActivityPage>

const change = z.strictObject({ workspace: WorkspaceRef, changeId: z.string() })
/** The change as the person saw it. Throws CONFLICT for any other version. */
const seenChange = z.strictObject({ ...change.shape, version: z.number().int() })

export const SeenVersion = z.strictObject({ changeId: z.string().max(200), version: z.number().int() })
export type SeenVersion = z.infer<typeof SeenVersion>

export const activity = {
  /** Newest first; unsettled changes before all others. */
  query: query(
    z.strictObject({
      text: z.string().max(500),
      /** null = all workspaces of all environments. */
      workspace: WorkspaceRef.nullable(),
      /** Only changes of this record; null = all. */
      targetId: z.string().max(200).nullable().default(null),
      /** Only changes that wait for a review. */
      isToReview: z.boolean().optional(),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    ActivityPage,
  ),
  /** Unsent changes of a workspace, oldest first. */
  unsettled: query(z.strictObject({ workspace: WorkspaceRef }), z.array(ActivityEntry)),
  /** `workspace` null = in any workspace, since the id is unique. Throws NOT_FOUND. */
  get: query(z.strictObject({ ...change.shape, workspace: WorkspaceRef.nullable() }), ActivityDetail),
  retry: command(seenChange, z.null(), { changesService: true }),
  /**
   * Approves these changes after review and sends them in the order in which they were made. One that cannot be sent now
   * keeps waiting, and in production needs another approval. Those that no longer wait, or that changed since the person
   * saw them, are left as they are.
   */
  send: command(
    z.strictObject({ workspace: WorkspaceRef, changes: z.array(SeenVersion).min(1).max(5000) }),
    z.object({ sent: z.number().int(), rejected: z.number().int(), waiting: z.number().int() }),
    { changesService: true },
  ),
  /** Gives up an unsent change and removes its optimistic row. */
  discard: command(seenChange, z.null()),
}
