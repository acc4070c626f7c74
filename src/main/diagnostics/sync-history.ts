// The syncs of this run, for diagnostics: when, how long, how much, and how each ended. Older runs are in the log.
import type { Log } from '../shell/log'
import type { SyncRun } from '../sync/sync-run'

const most = 500

export interface SyncHistory {
  add(run: SyncRun): void
  /** Oldest first. */
  list(): readonly SyncRun[]
}

export function createSyncHistory(log: Pick<Log, 'info'>): SyncHistory {
  const runs: SyncRun[] = []
  return {
    add(run) {
      runs.push(run)
      if (runs.length > most) runs.shift()
      const lists = run.lists.map(({ resource, items }) => `${resource} ${items ?? 'unchanged'}`)
      log.info(`sync: ${[run.workspace.environment, `${run.ms} ms`, run.result, ...lists].join(', ')}`)
    },
    list: () => runs,
  }
}
