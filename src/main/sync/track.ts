// What sync knows about a workspace beyond what its library keeps.
import type { ErrorReport } from '../../contract/errors'
import type { SyncResource } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'

export interface Run {
  readonly controller: AbortController
  readonly startedMs: number
  isByPerson: boolean
  /** The first of the lists was read whole; the other may have failed. */
  hasReadInsights: boolean
  done: Promise<void>
}

export interface Track {
  readonly workspace: WorkspaceRef
  run: Run | null
  error: ErrorReport | null
  /** Tries in a row that failed, and how many of them reached the service. */
  failures: number
  refusals: number
  notBeforeMs: number
  syncedMs: number | null
  triedMs: number
  /** Changes wait for a sync of it: tried until one succeeds or none of them waits, whichever workspace is open. */
  isWanted: boolean
  /** How often that was said. */
  wishes: number
  /** The end of the latest run; null when nothing is being read or stored. */
  last: Promise<void> | null
  /** The next try or refresh that is planned; at most one of them. */
  cancelNext: () => void
}

/** Of a workspace that was not synced yet in this run of the app. */
export function newTrack(workspace: WorkspaceRef): Track {
  return {
    workspace,
    run: null,
    error: null,
    failures: 0,
    refusals: 0,
    notBeforeMs: Number.NEGATIVE_INFINITY,
    syncedMs: null,
    triedMs: Number.NEGATIVE_INFINITY,
    isWanted: false,
    wishes: 0,
    last: null,
    cancelNext: () => {},
  }
}

export interface FinishedSync {
  /** When the first list was asked for, on the monotonic clock. */
  readonly startedMs: number
  /** The lists that were read whole: all of them, unless a later one failed. */
  readonly lists: readonly SyncResource[]
  /** The person opened the workspace, came back to it or asked for the sync: what gave up may try again. */
  readonly isByPerson: boolean
}
