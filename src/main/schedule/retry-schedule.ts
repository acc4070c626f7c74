// When to try again. Reads, changes and hosts share this one policy:
//
//   offline                  anywhere up to a ceiling that doubles to a minute ("full jitter"), for as long as it lasts
//   the service failed       the same until the fifth failure in a row, then about every five minutes ("circuit open")
//   will not pass soon       about every five minutes at once: sign-in, redirects, untrusted certificates
//   Retry-After              never earlier than the service asked for, up to five minutes
//
// Jitter keeps many apps that lost the same service from coming back to it at the same moment. A schedule keeps state
// per key (a workspace, an environment, a host) and sets no timers: the caller plans its own from the returned delay.
// All times are monotonic, so a change of the computer's date moves nothing.
import type { ErrorReport } from '../../contract/errors'
import type { Clock } from '../clock'
import { isOffline, needsPerson } from './failure'
import { orderedMs } from './order'

export const defaultRetryBaseMs = 1_000
const ceilingFactor = 60
/** Failures in a row of a service that was reached, after which the circuit opens. */
const failureLimit = 5
const slowRetryMs = 5 * 60_000
const slowRetrySpread = 0.1
/** The longest pause that a service can ask for. */
export const longestRetryAfterMs = 5 * 60_000
/** Timers may fire a moment early; a caller that waited for the end of a pause is not sent back for that. */
const earlyTimerMs = 50

export interface RetryPolicy {
  /** A number from 0 to below 1. */
  readonly random: () => number
  /** The shortest delay; without a pause or an open circuit the longest is 60 times as long. */
  readonly baseMs: number
}

/** One key, or all that match. */
type Keys = string | ((key: string) => boolean)

export interface RetrySchedule {
  /** Notes a failed try. Returns the delay until the next one that is made without the person. */
  failed(key: string, report: ErrorReport): number
  /** Forgets failures and pauses: after a success, or after the person asked for a try or changed what failed. */
  reset(keys: Keys): void
  /**
   * Permits one try now, but for pauses that the service asked for. The failures stay counted, so that another failure waits
   * as long as it would have. Returns whether any was blocked.
   */
  allowRetry(keys: Keys): boolean
  /** On the monotonic clock; -Infinity when nothing has failed. */
  retryAtMs(key: string): number
  /** The next try has to wait for `retryAtMs`. */
  isBlocked(key: string): boolean
  /**
   * The failure with which the service asked for a pause that is not over, with the rest of the pause as its
   * `retryAfterMs`; null = none. It binds tries of the person too.
   */
  retryAfter(key: string): ErrorReport | null
  /** The service was reached and failed so often in a row that it is asked only every few minutes. */
  isCircuitOpen(key: string): boolean
  /** The latest failure, how many there were in a row, and when it was noted; null = none. */
  lastFailure(key: string): LastFailure | null
}

export interface LastFailure {
  readonly report: ErrorReport
  readonly failures: number
  /** On the monotonic clock, ordered (`order.ts`). */
  readonly failedAtMs: number
  /** It will not pass soon: the next try is about five minutes away. */
  readonly isSlow: boolean
}

interface Entry extends LastFailure {
  /** The number of failures in which the service was reached. */
  readonly serviceFailures: number
  readonly retryAtMs: number
  /** The end of the pause that the service asked for, and the failure that said so. */
  readonly pause: { readonly untilMs: number; readonly report: ErrorReport } | null
}

/** About five minutes, give or take a tenth: for refreshes, and for tries that are in no hurry. */
export function slowRetryDelayMs(random: RetryPolicy['random']): number {
  return slowRetryMs * (1 - slowRetrySpread + 2 * slowRetrySpread * random())
}

/** `failures` counts from 1. `retryAfterMs` is the pause that the service asked for, if it did. */
export function retryDelayMs({ random, baseMs }: RetryPolicy, failures: number, retryAfterMs = 0): number {
  const ceilingMs = baseMs * Math.min(ceilingFactor, 2 ** Math.min(failures, 10))
  const jitterMs = Math.max(baseMs, random() * ceilingMs)
  return Math.max(jitterMs, Math.min(retryAfterMs, longestRetryAfterMs))
}

export function createRetrySchedule({ clock, ...policy }: RetryPolicy & { clock: Clock }): RetrySchedule {
  const entries = new Map<string, Entry>()
  const isAhead = (timeMs: number) => timeMs - clock.monotonicMs() > earlyTimerMs
  const retryAtMs = (key: string) => entries.get(key)?.retryAtMs ?? Number.NEGATIVE_INFINITY
  const matching = (keys: Keys) => (typeof keys === 'string' ? [keys] : [...entries.keys()].filter(keys))

  return {
    failed(key, report) {
      const before = entries.get(key)
      const nowMs = clock.monotonicMs()
      const failures = (before?.failures ?? 0) + 1
      const serviceFailures = (before?.serviceFailures ?? 0) + (isOffline(report) ? 0 : 1)
      const pause = longerPause(before?.pause ?? null, report, nowMs)
      const soonMs = retryDelayMs(policy, failures, pause ? pause.untilMs - nowMs : 0)
      const isSlow = willNotPassSoon(report, serviceFailures)
      const delayMs = isSlow ? Math.max(soonMs, slowRetryDelayMs(policy.random)) : soonMs
      const retryAtMs = nowMs + delayMs
      const failedAtMs = orderedMs(clock)
      entries.set(key, { report, failures, serviceFailures, isSlow, failedAtMs, retryAtMs, pause })
      return delayMs
    },
    reset(keys) {
      for (const key of matching(keys)) entries.delete(key)
    },
    allowRetry(keys) {
      let hasPermitted = false
      for (const key of matching(keys)) {
        const entry = entries.get(key)
        if (!entry || !isAhead(entry.retryAtMs) || (entry.pause && isAhead(entry.pause.untilMs))) continue
        entries.set(key, { ...entry, retryAtMs: Number.NEGATIVE_INFINITY, pause: null })
        hasPermitted = true
      }
      return hasPermitted
    },
    retryAtMs,
    isBlocked: (key) => isAhead(retryAtMs(key)),
    retryAfter(key) {
      const pause = entries.get(key)?.pause
      if (!pause || !isAhead(pause.untilMs)) return null
      return { ...pause.report, retryAfterMs: Math.ceil(pause.untilMs - clock.monotonicMs()) }
    },
    isCircuitOpen: (key) => (entries.get(key)?.serviceFailures ?? 0) >= failureLimit,
    lastFailure: (key) => entries.get(key) ?? null,
  }
}

function willNotPassSoon(report: ErrorReport, serviceFailures: number): boolean {
  if (isOffline(report)) return false
  return !report.retryable || needsPerson(report) || serviceFailures >= failureLimit
}

/** A shorter pause that is asked for meanwhile does not shorten the one that runs. */
function longerPause(running: Entry['pause'], report: ErrorReport, nowMs: number): Entry['pause'] {
  if (report.retryAfterMs === undefined) return running
  const untilMs = nowMs + Math.min(report.retryAfterMs, longestRetryAfterMs)
  return running && running.untilMs > untilMs ? running : { untilMs, report }
}
