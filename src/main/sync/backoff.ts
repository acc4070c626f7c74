// How long to wait before the next try: anywhere up to a ceiling that doubles with each failure ("full jitter"), so
// that many apps that lost the same service do not come back to it at the same moment.

export const defaultRetryBaseMs = 1_000
const longestFactor = 60
const unhurriedMs = 5 * 60_000
const unhurriedSpread = 0.1
/** A pause that the service asks for is kept, but no longer than this. */
const longestPauseMs = 5 * 60_000

export interface Backoff {
  /** A number from 0 to below 1. */
  readonly random: () => number
  /** The shortest wait; the longest is 60 times as long. */
  readonly baseMs: number
}

/** Where nothing is in a hurry: what is fresh, and what failed so often that soon is too early. Give or take a tenth. */
export function waitUnhurriedMs(random: Backoff['random']): number {
  return unhurriedMs * (1 - unhurriedSpread + 2 * unhurriedSpread * random())
}

/** `failures` counts from 1. `retryAfterMs` is what the service asked for, if it did. */
export function waitBeforeRetryMs({ random, baseMs }: Backoff, failures: number, retryAfterMs = 0): number {
  const ceilingMs = baseMs * Math.min(longestFactor, 2 ** Math.min(failures, 10))
  const jitterMs = Math.max(baseMs, random() * ceilingMs)
  return Math.max(jitterMs, Math.min(retryAfterMs, longestPauseMs))
}
