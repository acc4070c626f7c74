// Where nothing is sent without the person's word: to production, and what came out of a library that was rebuilt.
import type { JournalEntry } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import type { Clock } from '../clock'

/** Long enough to look for a change whose answer was lost before it is sent again. */
const wordCountsMs = 60_000

export function waitsForWord({ workspace, needsWord }: JournalEntry): boolean {
  return workspace.environment === 'production' || needsWord
}

/**
 * Changes that the person wants sent. A word is about now: what could not be sent now is not sent hours later, and not
 * after the environment was locked meanwhile.
 */
export interface Words {
  give(entry: JournalEntry): void
  counts(changeId: string): boolean
  takeBack(changeId: string): void
  takeBackAll(environment: EnvironmentName): void
}

export function createWords(clock: Pick<Clock, 'monotonicMs'>): Words {
  const given = new Map<string, { readonly environment: EnvironmentName; readonly untilMs: number }>()
  return {
    give({ changeId, workspace: { environment } }) {
      given.set(changeId, { environment, untilMs: clock.monotonicMs() + wordCountsMs })
    },
    counts: (changeId) => (given.get(changeId)?.untilMs ?? 0) > clock.monotonicMs(),
    takeBack: (changeId) => void given.delete(changeId),
    takeBackAll(environment) {
      for (const [changeId, word] of given) if (word.environment === environment) given.delete(changeId)
    },
  }
}
