// A service that asks to be left alone means all of this app, not the one request it answered: nothing is sent to that
// origin until the pause is over, whatever workspace or environment it would be for, and whoever wants it.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { Clock } from '../clock'

/** Timers may come a moment early; whoever waited for the end of the pause is not sent back for that. */
const earlyMs = 50

export interface HostPauses {
  /** Throws RATE_LIMITED with the rest of the pause; nothing was sent then. */
  assertOver(origin: string): void
  /** Begins a pause when this failure of the service asks for one. */
  note(origin: string, report: ErrorReport): void
}

export function createHostPauses(clock: Clock): HostPauses {
  const endsMs = new Map<string, number>()

  return {
    assertOver(origin) {
      const retryAfterMs = Math.ceil((endsMs.get(origin) ?? Number.NEGATIVE_INFINITY) - clock.monotonicMs())
      if (retryAfterMs > earlyMs) {
        throw new AppError('RATE_LIMITED', 'The service asked for a pause that is not over. Nothing was sent.', {
          retryAfterMs,
        })
      }
      endsMs.delete(origin)
    },
    note(origin, { retryAfterMs }) {
      if (retryAfterMs === undefined) return
      const endMs = clock.monotonicMs() + retryAfterMs
      endsMs.set(origin, Math.max(endMs, endsMs.get(origin) ?? endMs))
    },
  }
}
