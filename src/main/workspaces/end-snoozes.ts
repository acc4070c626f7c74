// Ends the snoozes of the open workspaces once their date has come, and tells the page. The library ends those of the
// others when it is opened.
import type { Emit } from '../../contract/events'
import type { LibraryApi } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Clock } from '../clock'
import { reportOf } from '../schedule/failure'
import type { Log } from '../shell/log'

/** A snooze has a date, not a moment. A computer that slept checks at once, as its timers are due. */
const checkEveryMs = 60_000

export interface EndSnoozesDeps {
  readonly library: Pick<LibraryApi, 'endSnoozes'>
  readonly openWorkspaces: () => readonly WorkspaceRef[]
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Pick<Log, 'defect'>
}

/** Begins at once; gives the function that ends it. */
export function endSnoozesInTime({ library, openWorkspaces, clock, emit, log }: EndSnoozesDeps): () => void {
  let cancel = clock.after(checkEveryMs, check)
  let isStopped = false

  function check(): void {
    const checks = openWorkspaces().map(async (workspace) => {
      const { ended } = await library.endSnoozes({ workspace, now: clock.now() })
      if (ended > 0) emit('library.changed', { workspace, features: ['insights', 'triage'] })
    })
    void Promise.all(checks)
      .catch((error) => void reportOf(log, 'ending snoozes', error))
      .finally(() => {
        if (!isStopped) cancel = clock.after(checkEveryMs, check)
      })
  }

  return () => {
    isStopped = true
    cancel()
  }
}
