// The library as the rest of main uses it. A call opens the environment it names first, so no caller depends on the order
// in which a start, a switch or a new connection opens environments. An environment that is being forgotten stays closed
// meanwhile. An unknown one is not opened at all: a question must not create a file.
//
// On a disk that is full or read-only the library is in memory and filled from the service. It refuses what a person
// typed, which would be lost with the app.
import { AppError, type ErrorCode } from '../../contract/errors'
import type { EnvironmentView } from '../../contract/features/environments'
import { environmentOf, type LibraryApi, libraryCalls, libraryOver, type OpenedLibrary } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import { createKeyedMutex } from '../schedule/mutex'
import { inMemory, type LibraryLocation } from './library-files'

export interface LibraryOnDemand {
  readonly library: LibraryApi
  /** Opens it if it is not open yet. Throws what opening throws; the next call tries again. */
  ensureOpen(environment: EnvironmentName): Promise<void>
  modeOf(environment: EnvironmentName): EnvironmentView['library']
  /** Closes it and keeps it closed until `work` has ended; calls meanwhile wait, and open it then. */
  whileClosed(environment: EnvironmentName, work: () => Promise<void>): Promise<void>
  /** Why the open library is in memory; null when it is in a file or not open. */
  inMemoryReason(environment: EnvironmentName): LibraryLocation['inMemoryReason']
  /**
   * Opens the file of each library that is in memory because the disk or the keychain failed, and moves what the person
   * did meanwhile into it. Returns those that moved; the others stay in memory. `mayPrompt`: the keychain may ask the person
   * again about a key that they refused.
   */
  moveToDisk(mayPrompt: boolean): Promise<readonly EnvironmentName[]>
}

export interface OnDemandDeps {
  readonly library: LibraryApi
  readonly locate: (environment: EnvironmentName) => Promise<LibraryLocation>
  /** Whether it has a workspace, or files on the disk. */
  readonly isKnown: (environment: EnvironmentName) => Promise<boolean>
  readonly onOpened: (location: LibraryLocation, opened: OpenedLibrary) => void
  /** Resolves once the changes in its file are sure to need review when the file is opened next. */
  readonly requireReviewOnOpen: (environment: EnvironmentName) => Promise<unknown>
}

/** Reasons that can pass while the app runs. */
const mayPass: ReadonlySet<LibraryLocation['inMemoryReason']> = new Set([
  'NO_KEYCHAIN',
  'KEYCHAIN_LOCKED',
  'KEYCHAIN_TIMEOUT',
  'KEY_REFUSED',
  'DISK_FULL',
  'PROFILE_READ_ONLY',
  'LINKED_FOLDER',
])

const cannotKeep: ReadonlySet<ErrorCode> = new Set(['DISK_FULL', 'PROFILE_READ_ONLY'])

export function createLibraryOnDemand(deps: OnDemandDeps): LibraryOnDemand {
  const { library, locate, isKnown, onOpened, requireReviewOnOpen } = deps
  const opening = new Map<EnvironmentName, Promise<void>>()
  const closing = createKeyedMutex()
  const locations = new Map<EnvironmentName, LibraryLocation>()
  const isMoving = new Set<EnvironmentName>()
  const inFlight = new Map<EnvironmentName, Set<Promise<unknown>>>()

  async function open(environment: EnvironmentName): Promise<void> {
    await closing.run(environment, async () => {})
    if (!(await isKnown(environment))) {
      throw new AppError('WORKSPACE_UNKNOWN', 'Nothing from this environment is stored on this computer.')
    }
    const { location, opened } = await openOrGoWithout(library, await locate(environment))
    locations.set(environment, location)
    onOpened(location, opened)
  }

  function ensureOpen(environment: EnvironmentName): Promise<void> {
    const known = opening.get(environment)
    if (known) return known
    const started = open(environment)
    opening.set(environment, started)
    started.catch(() => {
      if (opening.get(environment) === started) opening.delete(environment)
    })
    return started
  }

  /** Calls before the move are answered first, calls during it wait. */
  async function move(environment: EnvironmentName, mayPrompt: boolean): Promise<boolean> {
    const mayMove = () => {
      const current = locations.get(environment)
      if (current?.input.file !== null || !mayPass.has(current.inMemoryReason)) return false
      return mayPrompt || current.inMemoryReason !== 'KEY_REFUSED'
    }
    // First, as finding the location may make a key.
    if (!mayMove()) return false
    const location = await locate(environment)
    if (location.input.file === null || !mayMove()) return false
    const moving = Promise.allSettled(inFlight.get(environment) ?? []).then(async () => {
      const opened = await library.open(location.input).catch(async (error: unknown) => {
        // The file may have the changes, and would send even those that the person discards in memory from now on.
        if (!isRefusal(error) && !wasNotAsked(error)) await requireReviewOnOpen(environment)
        throw error
      })
      locations.set(environment, location)
      onOpened(location, opened)
    })
    opening.set(
      environment,
      moving.catch(() => undefined),
    )
    return moving.then(
      () => true,
      () => false,
    )
  }

  /** Runs `work`; a move waits until it is done. */
  function holding<T>(environment: EnvironmentName, work: () => Promise<T>): Promise<T> {
    const calls = inFlight.get(environment) ?? new Set()
    inFlight.set(environment, calls)
    const call = work()
    calls.add(call)
    const end = () => void calls.delete(call)
    call.then(end, end)
    return call
  }

  /** Waits, too, for a move that began while it was being opened. */
  async function openNow(environment: EnvironmentName): Promise<void> {
    let last: Promise<void>
    do {
      last = ensureOpen(environment)
      await last
    } while (last !== opening.get(environment))
  }

  return {
    library: libraryOver(async (method, input) => {
      const ask = (): Promise<unknown> => library[method](input as never)
      const environment = environmentOf(method, input)
      if (environment === null) return ask()
      await openNow(environment)
      if (libraryCalls[method].savesInput) assertCanKeep(locations.get(environment))
      return holding(environment, ask)
    }),
    ensureOpen,
    modeOf(environment) {
      const location = locations.get(environment)
      if (!location) return 'closed'
      return location.input.file === null ? 'memory' : 'encrypted'
    },
    inMemoryReason: (environment) => locations.get(environment)?.inMemoryReason ?? null,
    async moveToDisk(mayPrompt) {
      const moved: EnvironmentName[] = []
      for (const environment of [...locations.keys()]) {
        if (isMoving.has(environment)) continue
        isMoving.add(environment)
        if (await move(environment, mayPrompt)) moved.push(environment)
        isMoving.delete(environment)
      }
      return moved
    },
    whileClosed(environment, work) {
      const wasOpening = opening.get(environment)
      opening.delete(environment)
      return closing.run(environment, async () => {
        await wasOpening?.catch(() => undefined)
        locations.delete(environment)
        await library.close({ environment })
        await work()
      })
    },
  }
}

/** The library was given up before. When its process ends over a call, trying again may help. */
const wasNotAsked = (error: unknown) =>
  error instanceof AppError && error.code === 'LIBRARY_UNAVAILABLE' && !error.report.retryable

/** Nothing could be written. */
const isRefusal = (error: unknown): error is AppError => error instanceof AppError && cannotKeep.has(error.code)

async function openOrGoWithout(
  library: LibraryApi,
  location: LibraryLocation,
): Promise<{ location: LibraryLocation; opened: OpenedLibrary }> {
  try {
    return { location, opened: await library.open(location.input) }
  } catch (error) {
    if (location.input.file === null || !isRefusal(error)) throw error
    const memory = inMemory(location.input.environment, error.code)
    return { location: memory, opened: await library.open(memory.input) }
  }
}

/** A library that cannot write must not report anything as saved. */
function assertCanKeep(location: LibraryLocation | undefined): void {
  if (location?.inMemoryReason === 'DISK_FULL') {
    throw new AppError('DISK_FULL', 'The disk was full when the library opened. Nothing was saved.')
  }
  if (location?.inMemoryReason === 'LINKED_FOLDER') {
    throw new AppError(
      'PROFILE_READ_ONLY',
      'The library folder is a link, which the app doesn’t follow. Nothing was saved.',
    )
  }
  if (location?.inMemoryReason === 'PROFILE_READ_ONLY') {
    throw new AppError('PROFILE_READ_ONLY', 'The app can’t write to its library folder. Nothing was saved.')
  }
}
