// The real library in its own process, as the app runs it, with Node instead of Electron. For tests of files and
// crashes; the other tests of main use the library in their own process (test-library.ts).
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
  /** Tests may put their files here too. */
  readonly folder: string
  start(): ForkedProcess
  /** Kills the process that was started last; resolves when it has exited. */
  crash(): Promise<void>
  remove(): Promise<void>
}

async function bundle(file: string, folder: string, name: string): Promise<string> {
  const rolldownOptions = { output: { entryFileNames: name } }
  await build({
    configFile: false,
    logLevel: 'error',
    // Built like the app: one file instead of hundreds of modules at each start. Only the native driver stays outside.
    ssr: { noExternal: true, external: ['libsql', 'libsql/promise'] },
    build: { ssr: file, outDir: folder, emptyOutDir: false, rolldownOptions },
  })
  return path.join(folder, name)
}

/** Bundles another program into the same folder. Returns its file. */
export function buildBeside({ folder }: LibraryProgram, file: URL, name: string): Promise<string> {
  return bundle(fileURLToPath(file), folder, name)
}

export async function buildLibraryProgram(): Promise<LibraryProgram> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(path.join(cache, 'library-program-'))
  await bundle(entry, folder, libraryFile)
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
