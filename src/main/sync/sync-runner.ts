// Runs the syncs of all workspaces, one at a time for each: one that was stopped may still be storing what it had, and
// two at once would store over each other.

import type { ErrorReport } from '../../contract/errors'
import type { Emit } from '../../contract/events'
import type { SyncResource } from '../../contract/library'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { reportOf } from '../schedule/failure'
import { createKeyedMutex } from '../schedule/mutex'
import { orderedMs } from '../schedule/order'
import type { Log } from '../shell/log'
import { affected, resources, runSync, type SyncRunDeps } from './sync-run'

export interface Run {
  readonly startedMs: number
  isByPerson: boolean
  /** The first of the lists was read whole; the other may have failed. */
  hasReadInsights: boolean
  /** Settles after `onEnd` was called; never rejects. */
  done: Promise<void>
  readonly stop: () => void
}

export interface RunResult {
  /** The lists that were read whole. */
  readonly lists: readonly SyncResource[]
  /** null: nothing failed, or the run was stopped on purpose, which may end in any way. */
  readonly failure: ErrorReport | null
}

export interface SyncRunner {
  /** Begins when an earlier run of the workspace has ended. */
  start(workspace: WorkspaceRef, isByPerson: boolean, onEnd: (run: Run, result: RunResult) => void): Run
  /** Resolves when everything that was started before for the workspace has ended. */
  ended(workspace: WorkspaceRef): Promise<void>
  /** Resolves when nothing runs. */
  idle(): Promise<void>
}

export interface SyncRunnerDeps extends SyncRunDeps {
  readonly emit: Emit
  readonly log: Pick<Log, 'defect'>
}

export function createSyncRunner(deps: SyncRunnerDeps): SyncRunner {
  const { clock, emit, log } = deps
  const mutex = createKeyedMutex()

  async function readLists(workspace: WorkspaceRef, run: Run, signal: AbortSignal): Promise<RunResult> {
    const lists: SyncResource[] = []
    try {
      for (const resource of resources) {
        const state = await runSync(deps, workspace, resource, signal)
        lists.push(resource)
        if (resource === 'insights') run.hasReadInsights = true
        // Also when it was stopped meanwhile: the page has to show what is stored.
        if (state === 'read') emit('library.changed', { workspace, features: [...affected[resource]] })
      }
      return { lists, failure: null }
    } catch (error) {
      return { lists, failure: signal.aborted ? null : reportOf(log, 'sync', error) }
    }
  }

  return {
    start(workspace, isByPerson, onEnd) {
      const controller = new AbortController()
      const run: Run = {
        startedMs: orderedMs(clock),
        isByPerson,
        hasReadInsights: false,
        done: Promise.resolve(),
        stop: () => controller.abort(),
      }
      run.done = mutex.run(workspaceKey(workspace), async () =>
        onEnd(run, await readLists(workspace, run, controller.signal)),
      )
      return run
    },
    ended: (workspace) => mutex.run(workspaceKey(workspace), async () => {}),
    idle: mutex.idle,
  }
}
