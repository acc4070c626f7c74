// Starts the library program that library-process.ts builds. A module of its own, so that harnesses which are started
// hundreds of times do not load the bundler each time.
import { type ChildProcess, fork } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ForkedProcess } from '../forked-process'

export const libraryFile = 'library.mjs'
const preloadFile = 'parent-port.cjs'

/** Electron's `process.parentPort`, implemented with the channel of a forked Node process. */
const parentPort = `process.parentPort = {
  on: (event, listener) => process.on(event, (data) => listener({ data })),
  postMessage: (message) => process.send(message, () => undefined),
}
process.on('disconnect', () => process.exit(0))
// With --expose-gc only: reports the memory that the process holds, under an id that no call has.
if (globalThis.gc) process.on('SIGUSR2', () => {
  gc()
  gc()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send({ id: -1, measured: { who: 'library', held: heapUsed + external, rss } })
})`

export function writeParentPort(folder: string): Promise<void> {
  return writeFile(path.join(folder, preloadFile), parentPort)
}

/** @param folder of the program @param options for Node */
export function forkLibrary(folder: string, options: readonly string[] = []): ChildProcess {
  return fork(path.join(folder, libraryFile), [], {
    execArgv: [...options, '--require', path.join(folder, preloadFile)],
    serialization: 'advanced',
  })
}

export function asForkedProcess(child: ChildProcess): ForkedProcess {
  return {
    // Sending to a killed process fails; the `exit` event reports that, so the error is ignored.
    postMessage: (message) => void child.send(message as object, () => undefined),
    on: (event: string, listener: (detail: never) => void) => child.on(event, listener as (detail: unknown) => void),
    kill: () => child.kill(),
    get pid() {
      return child.exitCode === null && child.signalCode === null ? child.pid : undefined
    },
  }
}
