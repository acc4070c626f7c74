// The dependencies of this folder's parts: those that the app hands in, and those that `createChanges` adds.
import type { ErrorReport } from '../../contract/errors'
import type { Emit } from '../../contract/events'
import type { LibraryApi, NewChange } from '../../contract/library'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import type { Clock } from '../clock'
import type { KeyedMutex } from '../schedule/mutex'
import type { FindTarget, ServiceClient } from '../service/service-client'
import type { Log } from '../shell/log'
import type { Approvals } from './approvals'
import type { Backoffs } from './backoffs'
import type { Facts } from './facts'
import type { JournalWriter } from './journal-writer'
import type { Recovery } from './recovery'

export interface ChangesDeps {
  readonly library: Omit<LibraryApi, 'open' | 'close'>
  readonly client: Pick<ServiceClient, 'send'>
  readonly findTarget: FindTarget
  readonly isLocked: (environment: EnvironmentName) => boolean
  readonly clock: Clock
  readonly log: Pick<Log, 'defect'>
  /** Names this run of the app. */
  readonly run: string
  /** A new UUID each time. */
  readonly newId: () => string
  readonly random: () => number
  readonly emit: Emit
  /** Tells the page how many changes wait, of a workspace or of all that are open in an environment. */
  readonly announce: (target: WorkspaceRef | EnvironmentName) => void
  /**
   * Resolves after a sync that requested the list at `sinceMs` or later: null, or why the insights could not be read.
   * Failing syncs are repeated by the sync.
   */
  readonly requestSync: (workspace: WorkspaceRef, sinceMs: number) => Promise<ErrorReport | null>
  /** Tells the person how the service is, if the workspace is open. */
  readonly checkService: (workspace: WorkspaceRef) => void
  /** The service took a change, and so the token that came with it. */
  readonly onTokenAccepted: (workspace: WorkspaceRef) => void
  readonly retryBaseMs?: number
  /** The shortest time between two lists that together show that a creation did not arrive. */
  readonly commitGraceMs?: number
}

export interface ChangesContext extends ChangesDeps {
  readonly mutex: KeyedMutex
  readonly approvals: Approvals
  readonly writer: JournalWriter
  readonly backoffs: Backoffs
  readonly facts: Facts
  readonly recovery: Recovery
  readonly changed: (change: Pick<NewChange, 'kind' | 'workspace'>) => void
  /** The app is closing: nothing more is sent. */
  readonly closing: AbortSignal
  /** Ends the request that is under way. */
  readonly aborting: AbortSignal
}
