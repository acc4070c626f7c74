// A pause that the service asks for is meant for the whole app, not for the one request that was answered with it:
// until it is over nothing is sent to that origin, for any workspace or environment, background work or the person.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { Clock } from '../clock'
import { createRetrySchedule, defaultRetryBaseMs } from '../schedule/retry-schedule'

export interface HostPauses {
  /** Throws RATE_LIMITED with the rest of the pause. */
  assertOver(origin: string): void
  /** Begins a pause when this failure of the service asks for one. */
  note(origin: string, report: ErrorReport): void
}

export function createHostPauses(clock: Clock): HostPauses {
  // Only the pauses count here: callers have their own delays.
  const schedule = createRetrySchedule({ clock, random: Math.random, baseMs: defaultRetryBaseMs })

  return {
    assertOver(origin) {
      const pause = schedule.retryAfter(origin)
      if (pause === null) return schedule.reset(origin)
      throw new AppError('RATE_LIMITED', 'The service asked us to wait. Nothing was sent.', {
        retryAfterMs: pause.retryAfterMs,
      })
    },
    note(origin, report) {
      if (report.retryAfterMs !== undefined) schedule.failed(origin, report)
    },
  }
}
