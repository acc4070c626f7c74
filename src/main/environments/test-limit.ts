// How often the page may have a connection tested.
import { AppError } from '../../contract/errors'
import type { Clock } from '../clock'

const testsPerMinute = 12
export const tooManyTests = 'Too many tests. Wait a minute and try again.'

/** Keeps a page from trying out what listens on the network, or which ids and tokens a service takes. */
export function createTestLimit(clock: Pick<Clock, 'monotonicMs'>) {
  let spentMs: readonly number[] = []
  const areUsedUp = (): boolean => {
    const nowMs = clock.monotonicMs()
    spentMs = spentMs.filter((atMs) => nowMs - atMs < 60_000)
    return spentMs.length >= testsPerMinute
  }
  return {
    areUsedUp,
    spend() {
      // Other tests may have been spent while the question was open.
      if (areUsedUp()) throw new AppError('RATE_LIMITED', tooManyTests)
      spentMs = [...spentMs, clock.monotonicMs()]
    },
  }
}
