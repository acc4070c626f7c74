// Starts the library program that library-process.ts has built. Apart from it, so that a program which is started and
// killed hundreds of times need not load a bundler each time.
import { type ChildProcess, fork } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ForkedProcess } from '../forked-process'

export const libraryFile = 'library.mjs'
const preloadFile = 'parent-port.cjs'

/** What Electron gives a utility process, made of what Node gives a forked one. */
const parentPort = `process.parentPort = {
  on: (event, listener) => process.on(event, (data) => listener({ data })),
  postMessage: (message) => process.send(message, () => undefined),
}
process.on('disconnect', () => process.exit(0))
// Only where a test has asked for the collector: tells what the process holds, as a reply to nobody's call.
if (globalThis.gc) process.on('SIGUSR2', () => {
  gc()
  gc()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send({ id: -1, measured: { who: 'library', held: heapUsed + external, rss } })
})`

export function writeParentPort(folder: string): Promise<void> {
  return writeFile(path.join(folder, preloadFile), parentPort)
}

/** @param folder the program's @param options more of Node's own */
export function forkLibrary(folder: string, options: readonly string[] = []): ChildProcess {
  return fork(path.join(folder, libraryFile), [], {
    execArgv: [...options, '--require', path.join(folder, preloadFile)],
    serialization: 'advanced',
  })
}

export function asForkedProcess(child: ChildProcess): ForkedProcess {
  return {
    // A message to a process that was killed has nobody to reach; its exit is told on its own.
    postMessage: (message) => void child.send(message as object, () => undefined),
    on: (event: string, listener: (detail: never) => void) => child.on(event, listener as (detail: unknown) => void),
    kill: () => child.kill(),
    get pid() {
      return child.exitCode === null && child.signalCode === null ? child.pid : undefined
    },
  }
}
