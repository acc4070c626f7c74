// Keeps a library process running and makes its calls. The database driver can abort the process on damaged data, so a
// crash is expected: calls in flight are rejected, the process is started again, and the environments that were open
// are opened again. After three crashes within a minute it stays down until `restart`.
import { AppError } from '../../contract/errors'
import {
  environmentOf,
  type JournalEntry,
  type LibraryApi,
  type LibraryLine,
  type LibraryMethod,
  type LibraryNews,
  type LibraryReply,
  libraryCalls,
  libraryOver,
  type OpenedLibrary,
  type OpenLibrary,
} from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import type { Clock } from '../clock'
import { endByForce, type ForkedProcess, type ForkProcess } from '../forked-process'
import { withTimeout } from '../schedule/with-timeout'
import type { Log } from '../shell/log'
import { createMemoryReplay } from './memory-replay'

const crashLimit = 3
export const crashWindowMs = 60_000
const closeLimitMs = 3_000

export interface LibraryClientDeps {
  readonly fork: ForkProcess
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'defect'>
  /**
   * An environment is open again, after a crash or because it was damaged. One in memory (`input.file` is null) was lost,
   * and has only what was replayed into it.
   */
  readonly onReopened?: (input: OpenLibrary, opened: OpenedLibrary) => void
  /** The process was given up after too many crashes (`isStopped`), or restarted. */
  readonly onStopped?: (isStopped: boolean) => void
}

export interface LibraryClient {
  readonly library: LibraryApi
  /** It crashed too often and stays off until `restart`. */
  isStopped(): boolean
  /** Starts the process again after it was given up. Throws LIBRARY_UNAVAILABLE when it is given up again. */
  restart(): Promise<void>
  /** Closes every store and ends the process; waits a few seconds at most. Later calls throw LIBRARY_UNAVAILABLE. */
  dispose(): Promise<void>
  /** Ends the process even if it hangs; calls in flight and later ones throw LIBRARY_UNAVAILABLE. */
  endByForce(): void
}

interface Running {
  readonly connection: Connection
  /** Every environment is open again, or could not be opened; never rejects. */
  readonly isReady: Promise<unknown>
}

export function createLibraryClient(deps: LibraryClientDeps): LibraryClient {
  const { fork, clock, log, onStopped } = deps
  const stores = createOpenStores(deps)
  let crashes: readonly number[] = []
  let isDown = false
  let isDisposed = false
  let running: Running | null = null

  function start(): Running {
    const connection = connectLibrary(fork(), log, (code) => handleExit(connection, code), stores.noteRebuilt)
    running = { connection, isReady: stores.reopenAll(connection) }
    return running
  }

  function handleExit(connection: Connection, code: number): void {
    if (running?.connection === connection) running = null
    if (isDisposed) return
    const now = clock.monotonicMs()
    crashes = [...crashes.filter((at) => now - at < crashWindowMs), now]
    log.info(`library: the process ended with code ${code} (${crashes.length} within a minute)`)
    if (crashes.length < crashLimit) {
      if (stores.names().length > 0) start()
    } else if (!isDown) {
      isDown = true
      onStopped?.(true)
    }
  }

  async function connected(): Promise<Connection> {
    if (isDisposed) throw libraryUnavailable()
    if (isDown) {
      throw new AppError(
        'LIBRARY_UNAVAILABLE',
        'The local library stopped several times and was turned off. Nothing is lost. Restart it to continue.',
        { retryable: false },
      )
    }
    const { connection, isReady } = running ?? start()
    await isReady
    return connection
  }

  async function call(method: LibraryMethod, input: unknown): Promise<unknown> {
    const first = await connected()
    try {
      return await stores.ask(first, method, input)
    } catch (error) {
      if (libraryCalls[method].effect === 'writes' || !first.isGone()) throw error
      return stores.ask(await connected(), method, input)
    }
  }

  const proxied = libraryOver(call)

  return {
    library: {
      ...proxied,
      async open(input) {
        const opened = await proxied.open(input)
        stores.noteOpened(input)
        return opened
      },
      // Noted first, so that a crash meanwhile does not open it again.
      close: async (input) => (stores.noteClosed(input.environment) && running ? proxied.close(input) : null),
    },
    isStopped: () => isDown,
    async restart() {
      if (!isDown) return
      isDown = false
      crashes = []
      // Opening the environments may end it again, until it is given up again.
      while ((await connected()).isGone());
      onStopped?.(false)
    },
    endByForce() {
      isDisposed = true
      running?.connection.endByForce()
    },
    async dispose() {
      if (isDisposed) return
      isDisposed = true
      const connection = running?.connection
      if (!connection) return
      const closed = stores.names().map((environment) => connection.request('close', { environment }))
      await withTimeout(clock, closeLimitMs, Promise.allSettled(closed))
      connection.kill()
    },
  }
}

/** Remembers which environments are open, and opens them again in a process that took the place of a crashed one. */
function createOpenStores({ log, onReopened }: Pick<LibraryClientDeps, 'log' | 'onReopened'>) {
  const open = new Map<EnvironmentName, OpenLibrary>()
  /** Environments that could not be opened again after a crash: the next call about one tries once more. */
  const unopened = new Set<EnvironmentName>()
  const opening = new Map<EnvironmentName, Promise<void>>()
  const memoryReplay = createMemoryReplay()

  async function reopen(connection: Connection, input: OpenLibrary): Promise<void> {
    const { environment } = input
    unopened.add(environment)
    const fresh = (await connection.request('open', input)) as OpenedLibrary
    const opened = input.file === null ? { ...fresh, recoveredChanges: await refill(connection, environment) } : fresh
    unopened.delete(environment)
    log.info(`library: ${environment} is open again (${opened.state})`)
    onReopened?.(input, opened)
  }

  /** Returns how many changes wait in it. */
  async function refill({ request }: Connection, environment: EnvironmentName): Promise<number> {
    if (!(await memoryReplay.replay(environment, request))) return 0
    return ((await request('pendingChanges', { environment })) as readonly JournalEntry[]).length
  }

  /** Throws what opening throws. Calls meanwhile wait for the same attempt. */
  async function openIfLost(connection: Connection, environment: EnvironmentName): Promise<void> {
    const input = open.get(environment)
    if (!input || !unopened.has(environment)) return
    const started = opening.get(environment) ?? reopen(connection, input).finally(() => opening.delete(environment))
    opening.set(environment, started)
    return started
  }

  return {
    names: () => [...open.keys()],
    reopenAll: (connection: Connection): Promise<unknown> =>
      Promise.all(
        [...open.values()].map((input) =>
          reopen(connection, input).catch((error: unknown) => {
            log.defect(`library: opening ${input.environment} again`, error)
          }),
        ),
      ),
    noteOpened(input: OpenLibrary): void {
      // It is in the file now, or another library has taken its place.
      memoryReplay.forget(input.environment)
      // Changes from now on need no review.
      const { requiresReview: _, ...again } = input
      open.set(input.environment, input.file === null ? again : { ...again, hadFile: true })
      unopened.delete(input.environment)
    },
    /** Returns whether it was open. */
    noteClosed(environment: EnvironmentName): boolean {
      memoryReplay.forget(environment)
      unopened.delete(environment)
      return open.delete(environment)
    },
    /** The process replaced a damaged store by itself. */
    noteRebuilt({ rebuilt, opened }: LibraryNews): void {
      log.info(`library: ${rebuilt} was damaged and is open again (${opened.state})`)
      const input = open.get(rebuilt)
      if (input) onReopened?.(input, opened)
    },
    async ask(connection: Connection, method: LibraryMethod, input: unknown): Promise<unknown> {
      const environment = environmentOf(method, input)
      // A process that ended opens nothing any more; the caller decides whether the call is repeated.
      if (environment && !connection.isGone()) await openIfLost(connection, environment)
      const value = await connection.request(method, input)
      if (environment && open.get(environment)?.file === null) memoryReplay.note(environment, method, input, value)
      return value
    },
  }
}

type Connection = ReturnType<typeof connectLibrary>

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: AppError) => void
}

function libraryUnavailable(): AppError {
  return new AppError('LIBRARY_UNAVAILABLE', 'The local library stopped for a moment. Try again.')
}

/**
 * Calls over one process, from its start to its exit: numbers the requests and matches the replies. `onExit` is called
 * once, after every call in flight was rejected.
 */
function connectLibrary(
  process: ForkedProcess,
  log: Pick<Log, 'info'>,
  onExit: (code: number) => void,
  onNews: (news: LibraryNews) => void,
) {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let isGone = false

  // Both ends are built together, so a reply is typed and not parsed (see the contract of the library).
  process.on('message', (message) => {
    const received = message as LibraryReply | LibraryNews | LibraryLine
    if ('logged' in received) return log.info(`library: ${received.logged}`)
    if ('rebuilt' in received) return onNews(received)
    const call = waiting.get(received.id)
    if (!call) return
    waiting.delete(received.id)
    if (received.ok) call.resolve(received.value)
    else call.reject(AppError.of(received.error))
  })
  process.on('error', () => undefined)
  process.on('exit', (code) => {
    if (isGone) return
    isGone = true
    const cut = [...waiting.values()]
    waiting.clear()
    for (const call of cut) call.reject(libraryUnavailable())
    onExit(code)
  })

  return {
    /** Throws what the library threw, or LIBRARY_UNAVAILABLE when the process ended first. */
    request(method: LibraryMethod, input: unknown): Promise<unknown> {
      if (isGone) return Promise.reject(libraryUnavailable())
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        process.postMessage({ id, method, input })
      })
    },
    isGone: () => isGone,
    kill: () => void process.kill(),
    /** Works even when it hangs. */
    endByForce: () => {
      if (!isGone) endByForce(process)
    },
  }
}
