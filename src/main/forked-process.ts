// The part of Electron's UtilityProcess that main uses, so that tests run on plain Node.

export interface ForkedProcess {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  /** Told before the exit when V8 gives up; an emitter without a listener for it would throw in main. */
  on(event: 'error', listener: () => void): unknown
  kill(): boolean
}

export type ForkProcess = () => ForkedProcess
