// Sync: how fresh the library is, and making it fresher.
import { z } from 'zod'
import { command, query } from '../call'
import { ErrorReport } from '../errors'
import { WorkspaceRef } from '../workspace'

export const SyncStatus = z.object({
  workspace: WorkspaceRef,
  /** never: nothing was synced yet. offline: the last try did not reach the service. failed: it was reached, but refused. */
  state: z.enum(['never', 'syncing', 'synced', 'offline', 'failed', 'sign-in-needed']),
  /** When the data on screen was current: ISO 8601, UTC. */
  syncedAt: z.string().nullable(),
  /** Why the last try failed. */
  error: ErrorReport.nullable(),
  /** Changes of the person that the service has not confirmed. */
  waitingChanges: z.number().int(),
  failedChanges: z.number().int(),
  /** Of the waiting ones those that are sent only when the person has looked at them and said so. */
  changesToReview: z.number().int(),
  /** Altered outside the app: they are never sent. */
  tamperedChanges: z.number().int(),
  /** Items of the last answer that could not be read; they are kept aside and never taken for deleted. */
  quarantined: z.number().int(),
  /** Names of fields the service returned and this version does not know, and values of closed lists; each once. */
  unknownFields: z.array(z.string()),
  /** false: every relationship came back empty although there are insights. */
  hasRelationships: z.boolean(),
})
export type SyncStatus = z.infer<typeof SyncStatus>

const ofWorkspace = z.strictObject({ workspace: WorkspaceRef })

export const sync = {
  status: query(ofWorkspace, SyncStatus),
  /** Ends when the sync has ended; joins one that runs already. */
  now: command(ofWorkspace, SyncStatus),
}
