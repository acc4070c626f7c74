// The real library in a process of its own, as the app runs it, with Node in Electron's place: main may start the
// library and may not import it, in tests too.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { ForkedProcess } from '../forked-process'
import { asForkedProcess, forkLibrary, libraryFile, writeParentPort } from './forked-library'

// Inside the project, so that the bundle finds the native driver.
const cache = fileURLToPath(new URL('../../../.cache', import.meta.url))
const entry = fileURLToPath(new URL('../../library/index.ts', import.meta.url))

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
  const rolldownOptions = { output: { entryFileNames: libraryFile } }
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: entry, outDir: folder, emptyOutDir: false, rolldownOptions },
  })
  await writeParentPort(folder)
  let last: ChildProcess | null = null

  return {
    folder,
    start() {
      const child = forkLibrary(folder)
      last = child
      return asForkedProcess(child)
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
