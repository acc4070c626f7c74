// The library as the rest of the app sees it: one open store per environment, each call routed to the one it is about.
import { randomUUID } from 'node:crypto'
import { describeError } from '../contract/describe-error'
import { AppError, type ErrorReport } from '../contract/errors'
import {
  environmentOf,
  type LibraryApi,
  type LibraryMethod,
  type LibraryNews,
  type LibraryReply,
  type LibraryRequest,
  libraryCalls,
  libraryOver,
  type OpenedLibrary,
} from '../contract/library'
import type { EnvironmentName } from '../contract/workspace'
import { openReplacedStore, type ReplacedStore } from './opening/replaced-store'
import { libraryIsClosed } from './store/connection'
import type { StoreMethod } from './store/context'
import { releaseFiles } from './store/release-files'
import { type Projector, projectHere } from './topic-map/projector'

export interface Library extends LibraryApi {
  /** For the end of the process: leaves every file at rest. */
  closeAllNow(): void
}

export interface LibraryDeps {
  readonly now: () => Date
  /** Lines without anything a person wrote. */
  readonly log: (line: string) => void
  /** News that the parent did not ask for. */
  readonly tell?: (news: LibraryNews) => void
  /** Starts the computation of topic maps; if absent, they are computed on this thread. */
  readonly startProjector?: () => Projector
}

export function createLibrary({ now, log, tell, startProjector = projectHere }: LibraryDeps): Library {
  const stores = new Map<EnvironmentName, ReplacedStore>()

  function find(method: LibraryMethod, input: unknown): ReplacedStore {
    if (libraryCalls[method].route === 'syncId') {
      const { syncId } = input as { syncId: string }
      for (const store of stores.values()) if (store.hasSync(syncId)) return store
      throw new AppError('LIBRARY_UNAVAILABLE', 'This sync is no longer in progress.')
    }
    const environment = environmentOf(method, input)
    const store = environment === null ? undefined : stores.get(environment)
    if (store === undefined) throw libraryIsClosed()
    return store
  }

  const routed = libraryOver(async (method, input) => find(method, input).call(method as StoreMethod, input))

  return {
    ...routed,
    async open({ environment, file, key, generation, hadFile = false, requiresReview = false }) {
      const before = stores.get(environment)
      // From memory to the disk: the rows in memory must stay until they are in the file.
      const isLeavingMemory = before?.isInMemory === true && file !== null
      if (!isLeavingMemory) {
        await before?.close()
        stores.delete(environment)
      }
      const onRebuilt = (opened: OpenedLibrary) => tell?.({ rebuilt: environment, opened })
      const options = {
        environment,
        file,
        key,
        generation,
        hadFile,
        requiresReview,
        now,
        log,
        onRebuilt,
        startProjector,
      }
      const store = await openOnceReleased(async () => {
        // For each try: until then the store in memory answers.
        const fromMemory = isLeavingMemory ? await before.readUnsent() : undefined
        return openReplacedStore({ ...options, ...(fromMemory && { fromMemory }) })
      })
      stores.set(environment, store)
      if (isLeavingMemory) await before.close()
      return store.opened
    },
    async close({ environment }) {
      const store = stores.get(environment)
      stores.delete(environment)
      await store?.close()
      return null
    },
    async setTimeZone({ timeZone }) {
      // The dates of this process follow at once.
      process.env.TZ = timeZone
      return null
    },
    // Nothing to abort is as good as aborted.
    async abortSync(input) {
      for (const store of stores.values()) if (store.hasSync(input.syncId)) await store.call('abortSync', input)
      return null
    },
    closeAllNow() {
      for (const store of stores.values()) store.closeNow()
      stores.clear()
    },
  }
}

/** Windows makes no backup of a damaged file while this process has it open from finding the damage. */
async function openOnceReleased<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'PROFILE_READ_ONLY')) throw error
    await releaseFiles()
    return open()
  }
}

type Calls = Readonly<Record<string, (input: never) => Promise<unknown>>>

/** Answers a request over the port. There is always a reply, and an error in it is a report only. */
export async function answerRequest(
  library: LibraryApi,
  request: LibraryRequest,
  log: (line: string) => void,
): Promise<LibraryReply> {
  const { id, method, input } = request
  try {
    return { id, ok: true, value: await call(library, method, input) }
  } catch (error) {
    return { id, ok: false, error: report(error, method, log) }
  }
}

export function isRequest(value: unknown): value is LibraryRequest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'method' in value &&
    typeof value.method === 'string'
  )
}

async function call(library: LibraryApi, method: string, input: unknown): Promise<unknown> {
  if (!Object.hasOwn(libraryCalls, method)) throw new AppError('UNKNOWN_CALL', 'Unknown call.')
  return (library as unknown as Calls)[method]?.(input as never)
}

function report(error: unknown, method: string, log: (line: string) => void): ErrorReport {
  if (error instanceof AppError) return error.report
  const logId = randomUUID()
  log(`${logId} ${method}: ${describeError(error)}`)
  return new AppError('INTERNAL', `Something went wrong in the library. Log ID: ${logId}.`).report
}
