// Ends snoozes once their date has come, and tells the page: in all workspaces whose library is open, so that the person
// never switches to one that is out of date. A library that is opened ends its own.

import type { Emit } from '../../contract/events'
import { showDecisions } from '../../contract/features/triage'
import type { LibraryApi } from '../../contract/library'
import { localDate } from '../../contract/weeks'
import { EnvironmentName } from '../../contract/workspace'
import type { Clock } from '../clock'
import { workspacesIn } from '../environments/setup'
import type { LibraryOnDemand } from '../library/on-demand'
import { reportOf } from '../schedule/failure'
import type { SettingsStore } from '../settings/settings'
import type { Log } from '../shell/log'

/**
 * A snooze ends with a day, which may begin earlier or later in another time zone. A computer that slept checks at once, as
 * its timers are due.
 */
const checkEveryMs = 60_000

export interface EndSnoozesDeps {
  readonly library: Pick<LibraryApi, 'endSnoozes'>
  readonly modeOf: LibraryOnDemand['modeOf']
  readonly settings: Pick<SettingsStore, 'read'>
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Pick<Log, 'defect'>
}

/** Begins at once; returns the function that ends it. */
export function endSnoozesInTime({ library, modeOf, settings, clock, emit, log }: EndSnoozesDeps): () => void {
  let cancel = clock.after(checkEveryMs, check)
  let isStopped = false

  function check(): void {
    const today = localDate(new Date(clock.now()))
    const workspaces = EnvironmentName.options
      .filter((environment) => modeOf(environment) !== 'closed')
      .flatMap((environment) => workspacesIn(settings.read(), environment))
    const checks = workspaces.map(async (workspace) => {
      const { ended } = await library.endSnoozes({ workspace, today })
      if (ended > 0) emit('library.changed', { workspace, features: [...showDecisions] })
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
