// What the outbox is given: the ways to the service, to the journal and to the page.
import type { ErrorReport } from '../../contract/errors'
import type { LibraryApi } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Emit } from '../sync/sync'
import type { DeliveryDeps } from './delivery'
import type { Disowned } from './disowned'
import type { EvidenceLibrary } from './evidence'

/** What it asks of the journal. */
export type JournalCalls =
  | 'addChange'
  | 'editChange'
  | 'markChange'
  | 'requireReview'
  | 'settleChange'
  | 'pendingChanges'
  | 'isSuperseded'

export interface OutboxDeps extends DeliveryDeps {
  readonly library: EvidenceLibrary & Pick<LibraryApi, JournalCalls>
  readonly disowned: Disowned
  /** A new UUID each time. */
  readonly newId: () => string
  readonly random: () => number
  readonly emit: Emit
  /**
   * Resolves after a sync that asked for the list at `sinceMs` or later, with why the insights could not be read, or
   * null; `afterSync` is called if it succeeded.
   */
  readonly requestSync: (workspace: WorkspaceRef, sinceMs: number) => Promise<ErrorReport | null>
  /** Changes wait where a sync is under way, or planned: it is tried until one succeeds, whatever is opened meanwhile. */
  readonly wantSync: (workspace: WorkspaceRef) => void
  /** Tells the page how many changes wait. */
  readonly announce: (workspace: WorkspaceRef) => void
  readonly retryBaseMs?: number
}
