// Sync: the state of a workspace's local data, and syncing on demand.
import { z } from 'zod'
import { command, query } from '../call'
import { ErrorReport } from '../errors'
import { WorkspaceRef } from '../workspace'

export const SyncStatus = z.object({
  workspace: WorkspaceRef,
  /** never: not synced yet. offline: the last try did not reach the service. failed: the service refused or failed. */
  state: z.enum(['never', 'syncing', 'synced', 'offline', 'failed', 'sign-in-needed']),
  /** The age of the data on screen: ISO 8601, UTC. */
  syncedAt: z.string().nullable(),
  /** The reason of the last failure. */
  error: ErrorReport.nullable(),
  /** Changes that the service has not confirmed. */
  waitingChanges: z.number().int(),
  failedChanges: z.number().int(),
  /** The waiting changes that are sent only after approval. */
  changesToReview: z.number().int(),
  /** Changes that were tampered with and are never sent. */
  tamperedChanges: z.number().int(),
  /** Unreadable items of the last answer. They are never taken for deleted. */
  quarantined: z.number().int(),
  /** Why they are unreadable, as `title: too_big`: at most five reasons of each list. */
  unreadableBecause: z.array(z.string()),
  /** Names of fields, and values of closed lists, that this version does not know; each once. */
  unknownFields: z.array(z.string()),
  /** false: all relationships are empty although there are insights. */
  hasRelationships: z.boolean(),
})
export type SyncStatus = z.infer<typeof SyncStatus>

const ofWorkspace = z.strictObject({ workspace: WorkspaceRef })

export const sync = {
  status: query(ofWorkspace, SyncStatus),
  /** Joins a running sync. Resolves when it has ended. */
  now: command(ofWorkspace, SyncStatus),
}
