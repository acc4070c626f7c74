// Whether a list was requested before or after the answer to a change was lost decides whether the change is sent again.
// Two events may fall into one millisecond, so events that are compared take their times from here.
import type { Clock } from '../clock'

const latest = new WeakMap<object, number>()
const leastStepMs = 1 / 1024

/** The clock's monotonic reading in milliseconds, greater than every reading that was taken here from that clock before. */
export function orderedMs(clock: Pick<Clock, 'monotonicMs'>): number {
  const readingMs = Math.max(clock.monotonicMs(), (latest.get(clock) ?? Number.NEGATIVE_INFINITY) + leastStepMs)
  latest.set(clock, readingMs)
  return readingMs
}
