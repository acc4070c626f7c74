/** The part of Electron's UtilityProcess that main uses. Tests implement it on plain Node. */
export interface ForkedProcess {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  /** Emitted before the exit on a fatal V8 error. Without a listener, the emitter would throw in main. */
  on(event: 'error', listener: () => void): unknown
  kill(): boolean
  /** undefined before the start and after the exit. */
  readonly pid?: number | undefined
}

export type ForkProcess = () => ForkedProcess

/** Kills a process even if it is stopped or busy, which `kill()` (SIGTERM) does not. */
export function endByForce(forked: ForkedProcess): void {
  if (forked.pid === undefined) return void forked.kill()
  try {
    process.kill(forked.pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}
