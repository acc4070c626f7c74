// How long the start and the calls of the page took, for diagnostics.
import type { ErrorCode } from '../../contract/errors'

interface CallTimes {
  readonly calls: number
  readonly meanMs: number
  readonly longestMs: number
  /** How often it failed, by code. */
  readonly failed: Readonly<Partial<Record<ErrorCode, number>>>
}

export interface Timings {
  /** A moment of the start, once. */
  mark(name: string): void
  call(name: string, ms: number, failure: ErrorCode | null): void
  read(): {
    /** Milliseconds since the system created the process. */
    readonly start: Readonly<Record<string, number>>
    readonly calls: Readonly<Record<string, CallTimes>>
  }
}

/** @param sinceStartMs milliseconds since the system created the process */
export function createTimings(sinceStartMs: () => number): Timings {
  const marks = new Map<string, number>()
  const times = new Map<string, { calls: number; totalMs: number; longestMs: number; failed: CallTimes['failed'] }>()
  return {
    mark(name) {
      if (!marks.has(name)) marks.set(name, Math.round(sinceStartMs()))
    },
    call(name, ms, failure) {
      const { calls, totalMs, longestMs, failed } = times.get(name) ?? {
        calls: 0,
        totalMs: 0,
        longestMs: 0,
        failed: {},
      }
      times.set(name, {
        calls: calls + 1,
        totalMs: totalMs + ms,
        longestMs: Math.max(longestMs, ms),
        failed: failure === null ? failed : { ...failed, [failure]: (failed[failure] ?? 0) + 1 },
      })
    },
    read() {
      const calls = [...times].sort(([a], [b]) => (a < b ? -1 : 1))
      return {
        start: Object.fromEntries(marks),
        calls: Object.fromEntries(
          calls.map(([name, { calls: count, totalMs, longestMs, failed }]) => [
            name,
            { calls: count, meanMs: Math.round(totalMs / count), longestMs: Math.round(longestMs), failed },
          ]),
        ),
      }
    },
  }
}
