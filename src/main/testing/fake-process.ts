// A fake process: a test reads the messages of main, and has the process answer or exit.
import { EventEmitter } from 'node:events'
import type { ForkedProcess } from '../forked-process'

export interface FakeProcess extends ForkedProcess {
  readonly posted: unknown[]
  readonly isKilled: () => boolean
  answer(message: unknown): void
  exit(code: number): void
}

/** `onPost` is called for each message main posts, after a turn of the event loop. A killed process exits with 0. */
export function createFakeProcess(onPost: (message: unknown, self: FakeProcess) => void = () => {}): FakeProcess {
  const emitter = new EventEmitter()
  const posted: unknown[] = []
  let hasExited = false
  let isKilled = false

  const self: FakeProcess = {
    posted,
    isKilled: () => isKilled,
    postMessage(message) {
      const copy: unknown = structuredClone(message)
      posted.push(copy)
      setImmediate(() => {
        if (!hasExited) onPost(copy, self)
      })
    },
    on(event: 'message' | 'exit' | 'error', listener: (detail: never) => void) {
      return emitter.on(event, listener as (detail: unknown) => void)
    },
    kill() {
      isKilled = true
      self.exit(0)
      return true
    },
    answer(message) {
      if (!hasExited) emitter.emit('message', structuredClone(message))
    },
    exit(code) {
      if (hasExited) return
      hasExited = true
      emitter.emit('exit', code)
    },
  }
  return self
}
