// Where nothing is sent without the person's word: to production, and what came out of a library that was rebuilt.
import type { JournalEntry } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import type { Clock } from '../clock'

export { mustBeReviewed } from '../../contract/must-be-reviewed'

/** Long enough to look for a change whose answer was lost before it is sent again. */
const wordCountsMs = 60_000

/**
 * Changes that the person wants sent. A word is about now: what could not be sent now is not sent hours later, and not
 * after the environment was locked meanwhile.
 */
export interface Words {
  give(entry: JournalEntry): void
  counts(changeId: string): boolean
  takeBack(changeId: string): void
  takeBackAll(environment: EnvironmentName): void
  /** Another one after each time that all were taken back: what was wished before, and not done yet, was about then. */
  turn(environment: EnvironmentName): number
}

export function createWords(clock: Pick<Clock, 'monotonicMs'>): Words {
  const given = new Map<string, { readonly environment: EnvironmentName; readonly untilMs: number }>()
  const turns = new Map<EnvironmentName, number>()
  const turn = (environment: EnvironmentName) => turns.get(environment) ?? 0
  return {
    give({ changeId, workspace: { environment } }) {
      given.set(changeId, { environment, untilMs: clock.monotonicMs() + wordCountsMs })
    },
    counts: (changeId) => (given.get(changeId)?.untilMs ?? 0) > clock.monotonicMs(),
    takeBack: (changeId) => void given.delete(changeId),
    turn,
    takeBackAll(environment) {
      turns.set(environment, turn(environment) + 1)
      for (const [changeId, word] of given) if (word.environment === environment) given.delete(changeId)
    },
  }
}
