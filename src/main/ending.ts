// Ends the app within a time limit, in an order that loses nothing. Begin reading at `endApp`.
import type { LibraryApi } from '../contract/library'
import type { Changes } from './changes/changes'
import type { Clock } from './clock'
import type { Dispatch } from './ipc/dispatch'
import type { Keychain } from './keychain/keychain'
import type { LibraryClient } from './library/library-client'
import type { SandboxProcess } from './sandbox/sandbox-process'
import { timedOut, withTimeout } from './schedule/with-timeout'
import type { SettingsStore } from './settings/settings'
import type { Log } from './shell/log'
import type { Sync } from './sync/sync'
import type { OpenWorkspaces } from './workspaces/open-workspaces'

const stepsTimeoutMs = 8_000
/** The time for the steps that remain after the processes were killed. */
const graceMs = 1_000
/** For calls of the page that are under way. */
const drainLimitMs = 2_000

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

export interface StopStoringDeps {
  readonly sync: Pick<Sync, 'dispose'>
  readonly library: Pick<LibraryApi, 'cancelTopicMap'>
  readonly openWorkspaces: Pick<OpenWorkspaces, 'list'>
}

/** Stops storing lists and topic maps, for good, so that the page's last saves do not wait behind them. */
export function stopStoring({ sync, library, openWorkspaces }: StopStoringDeps): void {
  void sync.dispose()
  for (const workspace of openWorkspaces.list()) library.cancelTopicMap({ workspace }).catch(() => undefined)
}

export interface EndAppDeps extends Pick<EndingDeps, 'clock' | 'log'> {
  /** Run first, while the library can still take what was typed last. */
  readonly before: EndingDeps['steps']
  readonly sync: Pick<Sync, 'dispose'>
  readonly changes: Pick<Changes, 'dispose'>
  readonly dispatch: Pick<Dispatch, 'drain'>
  readonly libraryProcess: Pick<LibraryClient, 'dispose' | 'endByForce'>
  readonly sandbox: Pick<SandboxProcess, 'stop' | 'endByForce'>
  readonly keychain: Pick<Keychain, 'idle'>
  readonly settings: Pick<SettingsStore, 'flush'>
}

/** Ends the parts that write before the library and the settings that they write to. */
export function endApp(deps: EndAppDeps): Promise<void> {
  const { before, sync, changes, dispatch, libraryProcess, sandbox, keychain, settings, clock, log } = deps
  return endInOrder({
    steps: [
      ...before,
      sync.dispose,
      changes.dispose,
      () => withTimeout(clock, drainLimitMs, dispatch.drain()),
      libraryProcess.dispose,
      sandbox.stop,
      keychain.idle,
      settings.flush,
    ],
    force() {
      libraryProcess.endByForce()
      sandbox.endByForce()
    },
    clock,
    log,
  })
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
