// Puts together what a person is told about freshness: what the library keeps, what the journal holds, and how the
// last try went.
import type { ErrorReport } from '../../contract/errors'
import type { SyncStatus } from '../../contract/features/sync'
import type { JournalEntry, LibraryApi, SyncRecord } from '../../contract/library'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Log } from '../shell/log'
import { reportOf, stateAfter } from './failure'

interface LastTry {
  readonly isSyncing: boolean
  readonly error: ErrorReport | null
}

/** `lastTry` is asked after the library answered, so that a state which is told late is still the newest one. */
export async function readSyncStatus(
  library: Pick<LibraryApi, 'lastSync' | 'pendingChanges'>,
  log: Pick<Log, 'defect'>,
  workspace: WorkspaceRef,
  lastTry: () => LastTry,
): Promise<SyncStatus> {
  try {
    const [record, pending] = await Promise.all([
      library.lastSync({ workspace }),
      library.pendingChanges({ environment: workspace.environment }),
    ])
    return statusOf(workspace, lastTry(), record, pending)
  } catch (error) {
    return statusOf(workspace, { isSyncing: false, error: reportOf(log, 'sync status', error) }, null, [])
  }
}

function statusOf(
  workspace: WorkspaceRef,
  { isSyncing, error }: LastTry,
  record: SyncRecord | null,
  pending: readonly JournalEntry[],
): SyncStatus {
  const key = workspaceKey(workspace)
  const own = pending.filter((entry) => workspaceKey(entry.workspace) === key)
  const failedChanges = own.filter(({ state }) => state === 'failed').length
  return {
    workspace,
    state: stateOf(isSyncing, error, record),
    syncedAt: record?.syncedAt ?? null,
    error,
    waitingChanges: own.length - failedChanges,
    failedChanges,
    quarantined: record?.quarantined ?? 0,
    unknownFields: [...(record?.unknownFields ?? [])],
    hasRelationships: record?.hasRelationships ?? true,
  }
}

function stateOf(isSyncing: boolean, error: ErrorReport | null, record: SyncRecord | null): SyncStatus['state'] {
  if (isSyncing) return 'syncing'
  if (error) return stateAfter(error)
  return record ? 'synced' : 'never'
}
