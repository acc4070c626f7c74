// The one place that moves the workspace from snapshot to snapshot. Changes are decided, made durable and applied one
// after another, so that a reader always gets a whole snapshot.

import type { WorkspaceSource } from '../workspace'
import { afterChange, type Change, initialSnapshot, type Snapshot } from './changes'
import type { Reader } from './views'

/** Makes a change durable; resolves when it would survive a power cut, rejects when it cannot be kept. */
export type Journal = (change: Change) => Promise<void>

/** Keeps nothing: a change lives as long as the process. */
export const noJournal: Journal = async () => undefined

type Decision<T> = { readonly answer: T; readonly change?: Change }

export interface Store {
  read(): Reader
  /**
   * Decides on the newest snapshot whether there is a change, and answers once it is durable and visible. Rejects, with
   * nothing changed, when the journal does.
   */
  write<T>(decide: (reader: Reader) => Decision<T>): Promise<T>
  /** Resolves when no change is under way any more. */
  settled(): Promise<void>
}

/** @param past changes to begin with, oldest first */
export function createStore(source: WorkspaceSource, journal: Journal, past: readonly Change[]): Store {
  let snapshot: Snapshot = past.reduce(afterChange, initialSnapshot(source))
  let queue: Promise<unknown> = Promise.resolve()
  const read = (): Reader => ({ source, snapshot })
  async function decideAndKeep<T>(decide: (reader: Reader) => Decision<T>): Promise<T> {
    const { answer, change } = decide(read())
    if (change !== undefined) {
      await journal(change)
      snapshot = afterChange(snapshot, change)
    }
    return answer
  }
  return {
    read,
    write: (decide) => {
      const turn = queue.then(() => decideAndKeep(decide))
      queue = turn.catch(() => undefined)
      return turn
    },
    settled: async () => void (await queue),
  }
}
