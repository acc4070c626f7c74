// Everything around the app of a soak: a clock that is moved by hand, the network, the keychain, the files and the library
// process. All input and output goes through one scheduler that the seed drives.
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LibraryApi, SyncResource } from '../../src/contract/library'
import { type WorkspaceRef, workspaceKey } from '../../src/contract/workspace'
import { createMemoryDriver } from '../../src/main/keychain/testing/memory-driver'
import { libraryFile } from '../../src/main/testing/forked-library'
import { createManualClock, type ManualClock } from '../../src/main/testing/manual-clock'
import { type HeadlessApp, startHeadlessApp } from '../composition'
import { createIoScheduler } from './io-scheduler'
import { createScheduledRun, readAtOnce, type ScheduledRun, scheduleFiles } from './scheduled-io'
import type { SoakService } from './soak-services'

/** Copied beside the library program. */
export const shimFile = 'library-shim.cjs'
/** Nothing listens there, and fetch does not refuse to try. */
const nowhere = 'http://127.0.0.1:2'
/** No operation takes no time: two things that happen one after the other have two times. */
const operationMs = 1
/** Memory instead of a disk where there is such a folder: a soak flushes thousands of times. */
const fastest = '/dev/shm'

export interface SoakWorld {
  readonly clock: ManualClock
  app(): HeadlessApp
  /** Resolves when all that still goes on waits for the clock or for an answer that does not come. */
  idle(): Promise<void>
  /** Resolves after so many more operations, or when none is left. */
  deliveries(count: number): Promise<void>
  /** Resolves after an operation whose name begins so, or when none is left. */
  deliveryOf(prefix: string): Promise<void>
  /** The result, moving the clock on as long as it needs that. */
  finished<T>(name: string, work: Promise<T>): Promise<T>
  isOffline: boolean
  /** The lists that the library may hold now, by their number at the service; more than one after a crash. */
  held(workspace: WorkspaceRef, resource: SyncResource): ReadonlySet<number>
  /** Ends the app, or kills it, and starts it again over the same profile. */
  restart(how: 'end' | 'kill'): Promise<void>
  /** Kills the library in the middle of the calls that wait for it. */
  crashLibrary(): Promise<void>
  readonly broken: string[]
  close(): Promise<void>
}

interface WorldDeps {
  /** Folder of the library program. */
  readonly program: string
  readonly services: readonly SoakService[]
  readonly random: () => number
  /** Draws what completes next. */
  readonly order: () => number
  /** Everything that the app was handed, in order. */
  readonly onDelivery: (name: string) => void
  /** Of real time, before each operation. */
  readonly delay: (() => Promise<void>) | undefined
}

/** Expected of a library that was killed, and no mistake of the app. */
const causedByCrash = /stopped for a moment|stopped several times|not under way/
/** Deliveries; starting takes about as many. */
const longestStart = 80
/** Of the clock; longer than the longest limit that the app sets to a call. */
const patienceMs = 15 * 60_000

export async function createSoakWorld(deps: WorldDeps): Promise<SoakWorld> {
  const { program, services, random, order, onDelivery, delay } = deps
  const profile = mkdtempSync(path.join(existsSync(fastest) ? fastest : tmpdir(), 'discovery-desk-soak-'))
  const broken: string[] = []
  const driver = createMemoryDriver()
  const onDelivered = (name: string) => {
    clock.leap(operationMs)
    onDelivery(name)
  }
  const scheduler = createIoScheduler({ random: order, onDelivery: onDelivered, delay })
  const clock = createManualClock(undefined, scheduler.idle)
  let ids = 0
  let numbers = 0
  let runs = 0
  let libraries = 0
  const newId = () => {
    ids += 1
    return `90000000-0000-4000-8000-${String(ids).padStart(12, '0')}`
  }

  function startLibrary(): ChildProcess {
    libraries += 1
    return fork(path.join(program, libraryFile), [], {
      execArgv: ['--require', path.join(program, shimFile)],
      env: {
        ...process.env,
        SOAK_LIBRARY_NUMBER: String(libraries),
        // A soak starts it more than a hundred times.
        NODE_COMPILE_CACHE: path.join(program, 'compiled'),
      },
      serialization: 'advanced',
    })
  }
  /** Started ahead: it does nothing before its first call. */
  let spare: ChildProcess | null = startLibrary()
  function forkLibrary(): ChildProcess {
    const child = spare ?? startLibrary()
    spare = startLibrary()
    return child
  }

  /** null: the service leaves it without an answer. */
  async function exchange(url: string, init: RequestInit): Promise<Response | null> {
    numbers += 1
    const number = String(numbers)
    const address = self.isOffline ? nowhere + new URL(url).pathname : url
    const answered = fetch(address, { ...init, headers: { ...init.headers, 'x-number': number } }).then(readAtOnce)
    const isHeld = Promise.race(services.map((service) => service.held(number))).then(() => null)
    // Given up later, it rejects, and nobody listens any more.
    answered.catch(() => undefined)
    return Promise.race([answered, isHeld]).finally(() => {
      for (const service of services) service.forget(number)
    })
  }

  const held = new Map<string, ReadonlySet<number>>()
  const heldKey = (workspace: WorkspaceRef, resource: SyncResource) => `${workspaceKey(workspace)} ${resource}`
  const heldOf = (key: string) => held.get(key) ?? new Set([0])

  /** Notes which lists are committed. */
  function watchLibrary(library: LibraryApi): LibraryApi {
    const syncs = new Map<string, string>()
    return {
      ...library,
      async beginSync(input) {
        const begun = await library.beginSync(input)
        syncs.set(begun.syncId, heldKey(input.workspace, input.resource))
        return begun
      },
      async commitSync(input) {
        const key = syncs.get(input.syncId) ?? ''
        const version = Number(input.validators?.etag?.replaceAll('"', ''))
        const before = heldOf(key)
        held.set(key, new Set([...before, version]))
        try {
          const report = await library.commitSync(input)
          held.set(key, new Set([version]))
          return report
        } catch (error) {
          if (!isGone(error)) held.set(key, before)
          throw error
        }
      },
    }
  }
  const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'LIBRARY_UNAVAILABLE'

  const opened = new Set<string>()
  let run: ScheduledRun
  async function start(): Promise<HeadlessApp> {
    runs += 1
    const name = `run ${runs}`
    const own = createScheduledRun({ name, scheduler, clock, forkLibrary, exchange })
    run = own
    return startHeadlessApp({
      ...{ profile, driver, random, newId, watchLibrary },
      ...{ fork: own.fork, fetch: own.fetch, clock: own.clock },
      onOpened(environment, { state, reason, keptChanges }) {
        if (opened.has(environment) && state !== 'opened') {
          broken.push(`the library of ${environment} was ${state} (${reason}), ${keptChanges} changes kept`)
        }
        opened.add(environment)
      },
      onDefect(where, defect) {
        if (own.isOver() || causedByCrash.test(String(defect))) return
        broken.push(`a defect was logged: ${where}: ${defect instanceof Error ? defect.stack : String(defect)}`)
      },
    })
  }
  const restoreFiles = scheduleFiles(profile, (name, work) => {
    scheduler.post(`run ${runs} files`, { name, run: work })
  })

  /** Between two operations, and never into one. */
  const strike = (name: string, blow: () => Promise<() => void>) =>
    new Promise<void>((resolve) => {
      scheduler.postFirst({
        name,
        async run() {
          const tell = await blow()
          return () => {
            tell()
            resolve()
          }
        },
      })
    })

  async function finished<T>(name: string, work: Promise<T>): Promise<T> {
    let isDone = false
    const done = work.finally(() => {
      isDone = true
    })
    done.catch(() => undefined)
    const beganMs = clock.monotonicMs()
    for (await scheduler.idle(); !isDone; await clock.advance(1_000)) {
      if (clock.monotonicMs() - beganMs > patienceMs) throw new Error(`${name} was never answered.`)
    }
    return done
  }

  let app = await start()
  const self: SoakWorld = {
    clock,
    broken,
    idle: scheduler.idle,
    deliveries: scheduler.deliveries,
    deliveryOf: scheduler.deliveryOf,
    finished,
    isOffline: false,
    app: () => app,
    held: (workspace, resource) => heldOf(heldKey(workspace, resource)),
    async restart(how) {
      if (how === 'end') await finished('the end', app.end())
      await strike('the app is gone', () => run.cutOff().then(() => () => {}))
      app = await start()
      // The next thing may happen while it is still starting.
      await scheduler.deliveries(Math.floor(order() * longestStart))
    },
    crashLibrary: () =>
      strike('the library is killed', () => run.crashLibrary(Math.floor(order() * (run.waitingCalls() + 1)))),
    async close() {
      await strike('the app is gone', () => run.cutOff().then(() => () => {}))
      await scheduler.idle()
      restoreFiles()
      spare?.kill('SIGKILL')
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return self
}
