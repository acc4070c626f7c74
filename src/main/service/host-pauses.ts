// Retry-After counts for the whole origin, not for the one request that it answered: until the pause is over, nothing is
// sent there for any workspace or environment.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { Clock } from '../clock'

/** A retry timed for the end of the pause may fire slightly early; it is let through. */
const toleranceMs = 50

export interface HostPauses {
  /** Throws RATE_LIMITED with the rest of the pause. */
  assertOver(origin: string): void
  /** Starts or extends a pause if this failure asks for one. */
  note(origin: string, report: ErrorReport): void
}

export function createHostPauses(clock: Clock): HostPauses {
  const endsMs = new Map<string, number>()

  return {
    assertOver(origin) {
      const retryAfterMs = Math.ceil((endsMs.get(origin) ?? Number.NEGATIVE_INFINITY) - clock.monotonicMs())
      if (retryAfterMs > toleranceMs) {
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
