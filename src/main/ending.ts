// The end of the app: what is under way is finished in an order that loses nothing, and nothing may hold it up for
// ever. A process that hangs answers nobody; it is ended by force, whereupon those who waited for it go on.
import type { Clock } from './clock'
import type { Log } from './shell/log'

const limitMs = 8_000
/** For what still has to be written once nothing hangs any more. */
const graceMs = 1_000

export interface EndingDeps {
  /** Run one after the other; one that fails does not stop the next. */
  readonly steps: readonly (() => Promise<unknown>)[]
  /** Ends every process that is left, whether it listens or not. */
  readonly force: () => void
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'defect'>
}

/** Resolves after nine seconds at the latest; never rejects. */
export async function endInOrder({ steps, force, clock, log }: EndingDeps): Promise<void> {
  let hasFinished = false

  async function runAll(): Promise<void> {
    for (const step of steps) {
      await step().catch((defect: unknown) => log.defect('ending', defect))
    }
    hasFinished = true
  }

  const all = runAll()
  await within(clock, limitMs, all)
  if (!hasFinished) log.info('the end took too long: processes are ended by force')
  force()
  await within(clock, graceMs, all)
}

async function within(clock: Clock, ms: number, promise: Promise<void>): Promise<void> {
  let stopWaiting = () => {}
  const limit = new Promise<void>((resolve) => {
    stopWaiting = clock.after(ms, resolve)
  })
  await Promise.race([promise, limit])
  stopWaiting()
}
