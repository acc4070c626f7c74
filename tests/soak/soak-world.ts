// Everything around the app of a soak: a clock that is moved by hand, the network of the machine, the keychain, and who
// is to be waited for before the clock may move on.
import { rm } from 'node:fs/promises'
import type { LibraryApi, SyncResource } from '../../src/contract/library'
import { type WorkspaceRef, workspaceKey } from '../../src/contract/workspace'
import { createMemoryDriver } from '../../src/main/keychain/testing/memory-driver'
import type { LibraryProgram } from '../../src/main/testing/library-process'
import { createManualClock } from '../../src/main/testing/manual-clock'
import { type SoakApp, startSoakApp } from './soak-app'
import type { SoakService } from './soak-service'

/** Turns of the event loop in which nothing happened. */
const quietTurns = 6
/** Nothing listens there, and fetch does not refuse to try. */
const nowhere = 'http://127.0.0.1:2'

export interface SoakWorld {
  readonly clock: ReturnType<typeof createManualClock>
  app(): SoakApp
  /** Resolves when all that still goes on waits for the clock or for an answer that does not come. */
  idle(): Promise<void>
  /** Lets a few turns pass, so that what comes next comes in between. */
  turns(count: number): Promise<void>
  isOffline: boolean
  /** The lists that the library may hold now, by their number at the service; more than one after a crash. */
  held(workspace: WorkspaceRef, resource: SyncResource): ReadonlySet<number>
  /** Ends the app, or kills it, and starts it again over the same profile. */
  restart(how: 'end' | 'kill'): Promise<void>
  crashLibrary(): Promise<void>
  readonly broken: string[]
  close(): Promise<void>
}

interface WorldDeps {
  readonly program: LibraryProgram
  readonly profile: string
  readonly services: readonly SoakService[]
  readonly random: () => number
}

export async function createSoakWorld({ program, profile, services, random }: WorldDeps): Promise<SoakWorld> {
  const broken: string[] = []
  const fetching = new Set<string>()
  const driver = createMemoryDriver()
  let underWay = 0
  let lastNumber = 0
  let ids = 0
  const newId = () => {
    ids += 1
    return `90000000-0000-4000-8000-${String(ids).padStart(12, '0')}`
  }

  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const isHeld = (number: string) => services.some((service) => service.isHeld(number))
  async function idle(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet += 1) {
      await turn()
      if (underWay > 0 || [...fetching].some((number) => !isHeld(number))) quiet = 0
    }
  }
  async function counted<T>(work: Promise<T>): Promise<T> {
    underWay += 1
    try {
      return await work
    } finally {
      underWay -= 1
    }
  }
  const clock = createManualClock(undefined, idle)

  /** Reads the answer at once and hands it on as it came, so that nobody waits for bytes unnoticed. */
  async function fetchCounted(url: string, init: RequestInit): Promise<Response> {
    lastNumber += 1
    const number = String(lastNumber)
    fetching.add(number)
    try {
      const address = self.isOffline ? nowhere + new URL(url).pathname : url
      const response = await fetch(address, { ...init, headers: { ...init.headers, 'x-number': number } })
      return await handedOn(response)
    } finally {
      fetching.delete(number)
    }
  }

  const held = new Map<string, ReadonlySet<number>>()
  const heldKey = (workspace: WorkspaceRef, resource: SyncResource) => `${workspaceKey(workspace)} ${resource}`
  const heldOf = (key: string) => held.get(key) ?? new Set([0])

  /** Counts every call, and takes down which lists are committed. */
  function watchLibrary(library: LibraryApi): LibraryApi {
    const syncs = new Map<string, string>()
    const all = Object.fromEntries(
      Object.entries(library).map(([name, method]) => [
        name,
        (input: never) => counted(method(input) as Promise<unknown>),
      ]),
    ) as unknown as LibraryApi
    return {
      ...all,
      async beginSync(input) {
        const begun = await all.beginSync(input)
        syncs.set(begun.syncId, heldKey(input.workspace, input.resource))
        return begun
      },
      async commitSync(input) {
        const key = syncs.get(input.syncId) ?? ''
        const version = Number(input.validators?.etag?.replaceAll('"', ''))
        const before = heldOf(key)
        held.set(key, new Set([...before, version]))
        try {
          const report = await all.commitSync(input)
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
  const start = () =>
    startSoakApp({
      ...{ profile, driver, clock, random, newId, watchLibrary, counted },
      fork: program.start,
      fetch: fetchCounted,
      onOpened(environment, { state, reason, keptChanges }) {
        if (opened.has(environment) && state !== 'opened') {
          broken.push(`the library of ${environment} was ${state} (${reason}), ${keptChanges} changes kept`)
        }
        opened.add(environment)
      },
      onDefect(where, defect) {
        if (/stopped for a moment|stopped several times|not under way/.test(String(defect))) return
        broken.push(`a defect: ${where}: ${defect instanceof Error ? defect.stack : String(defect)}`)
      },
    })
  let app = await counted(start())

  const self: SoakWorld = {
    clock,
    broken,
    idle,
    isOffline: false,
    app: () => app,
    async turns(count) {
      for (let left = count; left > 0; left -= 1) await turn()
    },
    held: (workspace, resource) => heldOf(heldKey(workspace, resource)),
    async restart(how) {
      if (how === 'kill') {
        app.die()
        await program.crash()
      } else {
        const ended = app.end()
        let isEnded = false
        void ended.then(() => {
          isEnded = true
        })
        // The end waits some seconds at most, on the clock that stands still.
        for (await idle(); !isEnded; ) await clock.advance(1_000)
      }
      await idle()
      app = await counted(start())
      await idle()
    },
    crashLibrary: () => program.crash(),
    async close() {
      app.die()
      await program.crash()
      await idle()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return self
}

async function handedOn(response: Response): Promise<Response> {
  const { status, headers } = response
  if (response.body === null || status === 304) return new Response(null, { status, headers })
  const pieces: Uint8Array[] = []
  let lost: unknown = null
  try {
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) pieces.push(piece)
  } catch (error) {
    lost = error
  }
  const body = new ReadableStream({
    pull(controller) {
      const piece = pieces.shift()
      if (piece) controller.enqueue(piece)
      else if (lost === null) controller.close()
      else controller.error(lost)
    },
  })
  return new Response(body, { status, headers })
}
