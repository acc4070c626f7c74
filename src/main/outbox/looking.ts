// Sees to it that what waits is on its way to go out: a queue moves after a sync only, and only the open workspace is
// synced by itself.
import { AppError } from '../../contract/errors'
import type { JournalEntry } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { OutboxDeps } from './deps'
import { isBehindAnother } from './order'

/** Until a library that could not be asked is asked again. */
const lookAgainMs = 30_000

export interface LookingDeps extends Pick<OutboxDeps, 'clock' | 'log' | 'requestSync' | 'wantSync'> {
  readonly library: Pick<OutboxDeps['library'], 'pendingChanges'>
  /** A sync is all that it needs to go out, or to be found out about. */
  readonly isReady: (entry: JournalEntry) => boolean
  readonly isDisposed: () => boolean
}

export interface Looking {
  askForSync(workspace: WorkspaceRef, sinceMs: number): void
  /**
   * Asks for a sync of each workspace of the environment in which something can go on without the person. Those that
   * are left out are being synced anyway. Never throws; a library that is down is asked again.
   */
  look(environment: EnvironmentName, isLeftOut?: (workspace: WorkspaceRef) => boolean): Promise<void>
  /** After the library threw `error`. */
  lookLater(environment: EnvironmentName, error: unknown): void
}

export function createLooking(deps: LookingDeps): Looking {
  const { library, clock, log, requestSync, wantSync, isReady, isDisposed } = deps
  const later = new Set<EnvironmentName>()

  function askForSync(workspace: WorkspaceRef, sinceMs: number): void {
    if (isDisposed()) return
    void requestSync(workspace, sinceMs).catch((error: unknown) => log.defect('outbox: asking for a sync', error))
  }

  async function look(environment: EnvironmentName, isLeftOut = (_: WorkspaceRef) => false): Promise<void> {
    if (isDisposed()) return
    try {
      const pending = await library.pendingChanges({ environment })
      const ready = pending.filter((entry) => isReady(entry) && !isBehindAnother(entry, pending))
      const workspaces = new Map(ready.map(({ workspace }) => [workspaceKey(workspace), workspace]))
      for (const each of workspaces.values()) {
        if (isLeftOut(each)) wantSync(each)
        else askForSync(each, clock.monotonicMs())
      }
    } catch (error) {
      if (!(error instanceof AppError)) log.defect('outbox: looking for what waits', error)
      lookLater(environment, error)
    }
  }

  function lookLater(environment: EnvironmentName, error: unknown): void {
    if (!(error instanceof AppError) || !error.report.retryable || later.has(environment)) return
    later.add(environment)
    clock.after(lookAgainMs, () => {
      later.delete(environment)
      void look(environment)
    })
  }

  return { askForSync, look, lookLater }
}
