// Long reads of the whole library: made in steps with other calls in between, and kept until
// something is written to the tables that they read.

import type { Connection } from '../store/connection'
import type { StoreContext } from '../store/context'
import { nextMacrotask } from '../store/next-macrotask'

/** Yields where others may be answered. */
export type Steps<T> = Generator<void, T>

interface KeptInSteps<Asked, T> {
  readonly tables: ReadonlySet<string>
  readonly make: (connection: Connection, asked: Asked) => Steps<T>
}

interface Made<T> {
  readonly value: T
  readonly revision: number
}

interface Kept<T> {
  readonly key: string
  readonly reading: Promise<Made<T>>
  /** null: still being made. */
  revision: number | null
}

/** Restarts because of writes meanwhile, before all steps run at once. */
const mostTries = 3

/** Returns the last result if it is asked for again; a result is as of the moment when it is done. */
export function keepInSteps<Asked extends readonly unknown[], T>(
  context: StoreContext,
  { tables, make }: KeptInSteps<Asked, T>,
): (...asked: Asked) => Promise<T> {
  const revision = () => context.tables.revisionOf(tables)
  let kept: Kept<T> | null = null

  async function read(asked: Asked): Promise<Made<T>> {
    for (let tries = 1; ; tries += 1) {
      const start = revision()
      const steps = await context.read((connection) => make(connection, asked))
      while (start === revision()) {
        const { done, value } = await context.read(() => (tries > mostTries ? lastOf(steps) : steps.next()))
        if (done) return { value, revision: start }
        await nextMacrotask()
      }
    }
  }

  async function keep(key: string, asked: Asked): Promise<T> {
    const reading = read(asked)
    const current: Kept<T> = { key, reading, revision: null }
    kept = current
    try {
      const { value, revision: asOf } = await reading
      // Writes since the last step are not in it.
      current.revision = asOf
      return value
    } catch (error) {
      if (kept === current) kept = null
      throw error
    }
  }

  return (...asked) => {
    const key = JSON.stringify(asked)
    const isKept = kept?.key === key && (kept.revision === null || kept.revision === revision())
    return kept !== null && isKept ? kept.reading.then(({ value }) => value) : keep(key, asked)
  }
}

/** Runs all steps at once. */
export function lastOf<T>(steps: Steps<T>): IteratorReturnResult<T> {
  for (;;) {
    const result = steps.next()
    if (result.done) return result
  }
}
