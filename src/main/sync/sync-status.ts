// The sync status that a person sees, made from the library's state of both lists, the journal, and the outcome of the
// last try. Of the two lists the worse one counts.
import type { ErrorReport } from '../../contract/errors'
import type { SyncStatus } from '../../contract/features/sync'
import type { JournalEntry, LibraryApi, SyncRecord } from '../../contract/library'
import { waitsForReview } from '../../contract/requires-review'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { isOffline, isSignInNeeded, reportOf } from '../schedule/failure'
import type { Log } from '../shell/log'

interface LastTry {
  readonly isSyncing: boolean
  readonly error: ErrorReport | null
}

interface Records {
  readonly insights: SyncRecord | null
  readonly knowledge: SyncRecord | null
}

/** Never rejects. `lastTry` is called after the library answered, so that a status told late is still the newest. */
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
    // After the journal was read, which is when rows with a wrong signature are found.
    const tampered = await library.countTampered({ workspace })
    return statusOf(workspace, lastTry(), { insights, knowledge }, pending, tampered)
  } catch (error) {
    const failed = { isSyncing: false, error: reportOf(log, 'sync status', error) }
    return statusOf(workspace, failed, { insights: null, knowledge: null }, [], 0)
  }
}

/** Tells the page the status of a workspace. Requests that come while it is read are answered by one more reading. */
export function createStatusAnnouncer(
  read: (workspace: WorkspaceRef) => Promise<SyncStatus>,
  tell: (status: SyncStatus) => void,
): (workspace: WorkspaceRef) => void {
  const readings = new Map<string, { isOutdated: boolean }>()

  return function announce(workspace) {
    const key = workspaceKey(workspace)
    const running = readings.get(key)
    if (running) {
      running.isOutdated = true
      return
    }
    const reading = { isOutdated: false }
    readings.set(key, reading)
    void read(workspace).then((status) => {
      tell(status)
      readings.delete(key)
      if (reading.isOutdated) announce(workspace)
    })
  }
}

/** A change of the workspace waits, is on its way or has an unknown outcome; true when the journal cannot be asked. */
export async function mayHavePendingChanges(
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
    // A list that was never read has no age.
    syncedAt: known.map(({ syncedAt }) => syncedAt).sort()[0] ?? null,
    error,
    waitingChanges: own.length - failedChanges,
    failedChanges,
    changesToReview: own.filter(waitsForReview).length,
    tamperedChanges,
    quarantined: known.reduce((sum, { quarantined }) => sum + quarantined, 0),
    unknownFields: [...new Set(known.flatMap(({ unknownFields }) => unknownFields))],
    hasRelationships: insights?.hasRelationships ?? true,
  }
}

function stateOf(isSyncing: boolean, error: ErrorReport | null, insights: SyncRecord | null): SyncStatus['state'] {
  if (isSyncing) return 'syncing'
  if (error) return isOffline(error) ? 'offline' : isSignInNeeded(error) ? 'sign-in-needed' : 'failed'
  return insights ? 'synced' : 'never'
}
