// The surroundings of the app in a soak: a clock moved by hand, the network, the keychain, the files and the library
// process. All input and output goes through one scheduler driven by the seed.
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

/** Name of the shim, copied beside the library program. */
export const shimFile = 'library-shim.cjs'
/** An address where nothing listens, on a port that fetch does not block. */
const nowhere = 'http://127.0.0.1:2'
/** Duration of an operation, so that no two consecutive events have the same time. */
const operationMs = 1
/** A folder in memory, used where it exists: a soak flushes thousands of times. */
const fastest = '/dev/shm'

export interface SoakWorld {
  readonly clock: ManualClock
  app(): HeadlessApp
  /** Resolves when all remaining work waits for the clock or for an answer that never comes. */
  idle(): Promise<void>
  /** Resolves after this number of operations, or when none is left. */
  deliveries(count: number): Promise<void>
  /** Resolves after an operation whose name has this prefix, or when none is left. */
  deliveryOf(prefix: string): Promise<void>
  /** Returns the result of the work, advancing the clock until it is done. */
  finished<T>(name: string, work: Promise<T>): Promise<T>
  isOffline: boolean
  /** Versions of the list that the library may hold now; more than one after a crash. */
  held(workspace: WorkspaceRef, resource: SyncResource): ReadonlySet<number>
  /** Ends the app, or kills it, and starts it again over the same profile. */
  restart(how: 'end' | 'kill'): Promise<void>
  /** Kills the library in the middle of its waiting calls. */
  crashLibrary(): Promise<void>
  readonly broken: string[]
  close(): Promise<void>
}

interface WorldDeps {
  /** Folder of the library program. */
  readonly program: string
  readonly services: readonly SoakService[]
  readonly random: () => number
  /** Draws the operation that completes next. */
  readonly order: () => number
  /** Called for each delivery to the app, in order. */
  readonly onDelivery: (name: string) => void
  /** Delay in real time before each operation. */
  readonly delay: (() => Promise<void>) | undefined
}

/** Messages expected after the library was killed, which are no defects. */
const causedByCrash = /stopped for a moment|stopped several times|not under way/
/** Number of deliveries that a start may take. */
const longestStart = 80
/** Time on the soak's clock, longer than any limit that the app sets for a call. */
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
  /** A library started ahead of time, idle until its first call. */
  let spare: ChildProcess | null = startLibrary()
  function forkLibrary(): ChildProcess {
    const child = spare ?? startLibrary()
    spare = startLibrary()
    return child
  }

  /** Sends a request; null: the service leaves it unanswered. */
  async function exchange(url: string, init: RequestInit): Promise<Response | null> {
    numbers += 1
    const number = String(numbers)
    const address = self.isOffline ? nowhere + new URL(url).pathname : url
    const answered = fetch(address, { ...init, headers: { ...init.headers, 'x-number': number } }).then(readAtOnce)
    const isHeld = Promise.race(services.map((service) => service.held(number))).then(() => null)
    // It rejects when given up later, when nobody listens any more.
    answered.catch(() => undefined)
    return Promise.race([answered, isHeld]).finally(() => {
      for (const service of services) service.forget(number)
    })
  }

  const held = new Map<string, ReadonlySet<number>>()
  const heldKey = (workspace: WorkspaceRef, resource: SyncResource) => `${workspaceKey(workspace)} ${resource}`
  const heldOf = (key: string) => held.get(key) ?? new Set([0])

  /** Records the versions of committed lists. */
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
      onOpened(environment, { state, reason, recoveredChanges }) {
        if (opened.has(environment) && state !== 'opened') {
          broken.push(`the library of ${environment} was ${state} (${reason}), ${recoveredChanges} changes kept`)
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

  /** Runs a blow between two operations, never during one. */
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
      // The next action may begin during the start.
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
