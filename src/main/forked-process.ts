// The part of Electron's UtilityProcess that main uses, so that tests run on plain Node.

export interface ForkedProcess {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  /** Told before the exit when V8 gives up; an emitter without a listener for it would throw in main. */
  on(event: 'error', listener: () => void): unknown
  kill(): boolean
  /** undefined before it has started and after it has ended. */
  readonly pid?: number | undefined
}

export type ForkProcess = () => ForkedProcess

/** At once, also one that is stopped or busy: asking nicely takes effect only when it listens. */
export function endByForce(forked: ForkedProcess): void {
  if (forked.pid === undefined) return void forked.kill()
  try {
    process.kill(forked.pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
