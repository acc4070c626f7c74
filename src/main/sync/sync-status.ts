// Puts together what a person is told about freshness: what the library keeps of both lists, what the journal holds,
// and how the last try went. Of two lists the worse one counts.
import type { ErrorReport } from '../../contract/errors'
import type { SyncStatus } from '../../contract/features/sync'
import type { JournalEntry, LibraryApi, SyncRecord } from '../../contract/library'
import { mustBeReviewed } from '../../contract/must-be-reviewed'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Log } from '../shell/log'
import { reportOf, stateAfter } from './failure'

interface LastTry {
  readonly isSyncing: boolean
  readonly error: ErrorReport | null
}

interface Records {
  readonly insights: SyncRecord | null
  readonly knowledge: SyncRecord | null
}

/** `lastTry` is asked after the library answered, so that a state which is told late is still the newest one. */
export async function readSyncStatus(
  library: Pick<LibraryApi, 'lastSync' | 'pendingChanges' | 'countTampered'>,
  log: Pick<Log, 'defect'>,
  workspace: WorkspaceRef,
  lastTry: () => LastTry,
): Promise<SyncStatus> {
  try {
    const [insights, knowledge, pending] = await Promise.all([
      library.lastSync({ workspace, resource: 'insights' }),
      library.lastSync({ workspace, resource: 'knowledge' }),
      library.pendingChanges({ environment: workspace.environment }),
    ])
    // The journal has to be looked through first: that is where what was altered is found.
    const altered = await library.countTampered({ workspace })
    return statusOf(workspace, lastTry(), { insights, knowledge }, pending, altered)
  } catch (error) {
    const lastTried = { isSyncing: false, error: reportOf(log, 'sync status', error) }
    return statusOf(workspace, lastTried, { insights: null, knowledge: null }, [], 0)
  }
}

/** A change of the workspace waits, is on its way or may have arrived; also while the journal cannot be asked. */
export async function mayHaveWaiting(
  library: Pick<LibraryApi, 'pendingChanges'>,
  workspace: WorkspaceRef,
): Promise<boolean> {
  const pending = await library.pendingChanges({ environment: workspace.environment }).catch(() => null)
  const key = workspaceKey(workspace)
  return pending?.some((entry) => entry.state !== 'failed' && workspaceKey(entry.workspace) === key) ?? true
}

function statusOf(
  workspace: WorkspaceRef,
  { isSyncing, error }: LastTry,
  { insights, knowledge }: Records,
  pending: readonly JournalEntry[],
  tamperedChanges: number,
): SyncStatus {
  const key = workspaceKey(workspace)
  const own = pending.filter((entry) => workspaceKey(entry.workspace) === key)
  const failedChanges = own.filter(({ state }) => state === 'failed').length
  const known = [insights, knowledge].filter((record) => record !== null)
  return {
    workspace,
    state: stateOf(isSyncing, error, insights),
    // A list that was never read has no age; the other one does.
    syncedAt: known.map(({ syncedAt }) => syncedAt).sort()[0] ?? null,
    error,
    waitingChanges: own.length - failedChanges,
    failedChanges,
    changesToReview: own.filter((entry) => entry.state === 'waiting' && mustBeReviewed(entry)).length,
    tamperedChanges,
    quarantined: known.reduce((sum, { quarantined }) => sum + quarantined, 0),
    unknownFields: [...new Set(known.flatMap(({ unknownFields }) => unknownFields))],
    hasRelationships: insights?.hasRelationships ?? true,
  }
}

function stateOf(isSyncing: boolean, error: ErrorReport | null, insights: SyncRecord | null): SyncStatus['state'] {
  if (isSyncing) return 'syncing'
  if (error) return stateAfter(error)
  return insights ? 'synced' : 'never'
}
