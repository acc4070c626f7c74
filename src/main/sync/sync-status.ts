// The sync status that a person sees, made from the library's state of both lists, the journal, and the outcome of the
// last try. Of the two lists the worse one counts.
import type { ErrorReport } from '../../contract/errors'
import type { SyncStatus } from '../../contract/features/sync'
import type { ChangeCounts, LibraryApi, SyncRecord } from '../../contract/library'
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
  library: Pick<LibraryApi, 'lastSync' | 'countChanges'>,
  log: Pick<Log, 'defect'>,
  workspace: WorkspaceRef,
  lastTry: () => LastTry,
): Promise<SyncStatus> {
  try {
    const [insights, knowledge, changes] = await Promise.all([
      library.lastSync({ workspace, resource: 'insights' }),
      library.lastSync({ workspace, resource: 'knowledge' }),
      library.countChanges({ workspace }),
    ])
    return statusOf(workspace, lastTry(), { insights, knowledge }, changes)
  } catch (error) {
    const failed = { isSyncing: false, error: reportOf(log, 'sync status', error) }
    return statusOf(workspace, failed, { insights: null, knowledge: null }, noChanges)
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
  library: Pick<LibraryApi, 'countChanges'>,
  workspace: WorkspaceRef,
): Promise<boolean> {
  const changes = await library.countChanges({ workspace }).catch(() => null)
  return changes === null || changes.waiting > 0
}

const noChanges: ChangeCounts = { waiting: 0, toReview: 0, failed: 0, tampered: 0 }

function statusOf(
  workspace: WorkspaceRef,
  { isSyncing, error }: LastTry,
  { insights, knowledge }: Records,
  changes: ChangeCounts,
): SyncStatus {
  const known = [insights, knowledge].filter((record) => record !== null)
  return {
    workspace,
    state: stateOf(isSyncing, error, insights),
    // A list that was never read has no age.
    syncedAt: known.map(({ syncedAt }) => syncedAt).sort()[0] ?? null,
    error,
    waitingChanges: changes.waiting,
    failedChanges: changes.failed,
    changesToReview: changes.toReview,
    tamperedChanges: changes.tampered,
    quarantined: known.reduce((sum, { quarantined }) => sum + quarantined, 0),
    unreadableBecause: [...new Set(known.flatMap(({ unreadableBecause }) => unreadableBecause))],
    unknownFields: [...new Set(known.flatMap(({ unknownFields }) => unknownFields))],
    hasRelationships: insights?.hasRelationships ?? true,
  }
}

function stateOf(isSyncing: boolean, error: ErrorReport | null, insights: SyncRecord | null): SyncStatus['state'] {
  if (isSyncing) return 'syncing'
  if (error) return isOffline(error) ? 'offline' : isSignInNeeded(error) ? 'sign-in-needed' : 'failed'
  return insights ? 'synced' : 'never'
}
