import type { Clock } from './clock'
import { timedOut, withTimeout } from './schedule/with-timeout'
import type { Log } from './shell/log'

const stepsTimeoutMs = 8_000
/** The time for the steps that remain after the processes were killed. */
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

/** Starting may wait for a keychain that asks the person. An app that can't be quit would be worse. */
const composingTimeoutMs = 30_000

export interface HeldQuitDeps<Composed> extends Pick<EndingDeps, 'clock' | 'log'> {
  /** null: there is nothing to end. */
  readonly composing: () => Promise<Composed> | null
  /** Quits again, after all writes have finished. null: the app was not composed in time. */
  readonly quit: (composed: Composed | null) => void
}

export interface HeldQuit {
  isEnding(): boolean
  /** Handles `before-quit`. */
  onQuit(event: { preventDefault(): void }): void
}

/** Holds a quit until the app has ended, and before that until it was composed: no library is left half opened. */
export function createHeldQuit<Composed extends { end(): Promise<void> }>(deps: HeldQuitDeps<Composed>): HeldQuit {
  const { composing, quit, clock, log } = deps
  let state: 'running' | 'ending' | 'ended' = 'running'

  async function end(started: Promise<Composed>): Promise<void> {
    const composed = await withTimeout(
      clock,
      composingTimeoutMs,
      started.catch(() => null),
    )
    // A start that fails ends the process by itself.
    if (composed === null) return
    if (composed === timedOut) log.info('starting took too long: quitting without an end')
    else await composed.end().catch((defect: unknown) => log.defect('ending', defect))
    state = 'ended'
    quit(composed === timedOut ? null : composed)
  }

  return {
    isEnding: () => state !== 'running',
    onQuit(event) {
      const started = composing()
      if (state === 'ended' || started === null) return
      event.preventDefault()
      if (state === 'ending') return
      state = 'ending'
      void end(started)
    },
  }
}
