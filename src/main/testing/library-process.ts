// The real library in a process of its own, as the app runs it, with Node in Electron's place: main may start the
// library and may not import it, in tests too.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { ForkedProcess } from '../forked-process'

// Inside the project, so that the bundle finds the native driver.
const cache = fileURLToPath(new URL('../../../.cache', import.meta.url))
const entry = fileURLToPath(new URL('../../library/index.ts', import.meta.url))

/** What Electron gives a utility process, made of what Node gives a forked one. */
const parentPort = `process.parentPort = {
  on: (event, listener) => process.on(event, (data) => listener({ data })),
  postMessage: (message) => process.send(message),
}
process.on('disconnect', () => process.exit(0))`

export interface LibraryProgram {
  /** Room for the files of a test. */
  readonly folder: string
  start(): ForkedProcess
  /** Kills the process that was started last, as a crash would; resolves when it is gone. */
  crash(): Promise<void>
  remove(): Promise<void>
}

export async function buildLibraryProgram(): Promise<LibraryProgram> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(path.join(cache, 'library-program-'))
  const rolldownOptions = { output: { entryFileNames: 'library.mjs' } }
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: entry, outDir: folder, emptyOutDir: false, rolldownOptions },
  })
  const preload = path.join(folder, 'parent-port.cjs')
  await writeFile(preload, parentPort)
  let last: ChildProcess | null = null

  return {
    folder,
    start() {
      const child = fork(path.join(folder, 'library.mjs'), [], {
        execArgv: ['--require', preload],
        serialization: 'advanced',
      })
      last = child
      return {
        postMessage: (message) => void child.send(message as object),
        on: (event: string, listener: (detail: never) => void) =>
          child.on(event, listener as (detail: unknown) => void),
        kill: () => child.kill(),
      }
    },
    async crash() {
      const child = last
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
