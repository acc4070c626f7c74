// The result of a sync for the sender of changes: sync reports it, and neither of the two imports the other.
import type { SyncResource } from '../../contract/library'

export interface FinishedSync {
  /** When the first list was asked for, on the monotonic clock. */
  readonly startedMs: number
  /** The lists that were read whole: all of them, unless a later one failed. */
  readonly lists: readonly SyncResource[]
  /** The person opened the workspace, came back to it or asked for the sync: an open circuit may try again. */
  readonly isByPerson: boolean
}
