import type { Clock } from './clock'
import { timedOut, withTimeout } from './schedule/with-timeout'
import type { Log } from './shell/log'

const stepsTimeoutMs = 8_000
/** For the steps that are left after the processes were killed. */
const graceMs = 1_000

export interface EndingDeps {
  /** Run one after the other. A failing step does not stop the next. */
  readonly steps: readonly (() => Promise<unknown>)[]
  /** Kills all child processes, so that steps that wait for them can finish. */
  readonly force: () => void
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'defect'>
}

/** Ends the app in an order that loses nothing. Resolves after nine seconds at the latest; never rejects. */
export async function endInOrder({ steps, force, clock, log }: EndingDeps): Promise<void> {
  async function runAll(): Promise<void> {
    for (const step of steps) {
      await step().catch((defect: unknown) => log.defect('ending', defect))
    }
  }

  const allSteps = runAll()
  const result = await withTimeout(clock, stepsTimeoutMs, allSteps)
  if (result === timedOut) log.info('ending took too long: killing the child processes')
  force()
  await withTimeout(clock, graceMs, allSteps)
}
