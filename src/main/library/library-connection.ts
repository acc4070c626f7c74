// Calls over one library process, from its start to its exit: numbers the requests and matches the replies. The client
// starts another process.
import { AppError } from '../../contract/errors'
import type { LibraryMethod, LibraryNews, LibraryReply } from '../../contract/library'
import { endByForce, type ForkedProcess } from '../forked-process'

export interface LibraryConnection {
  /** Throws what the library threw, or LIBRARY_UNAVAILABLE when the process ended first. */
  request(method: LibraryMethod, input: unknown): Promise<unknown>
  isGone(): boolean
  kill(): void
  /** Also when it hangs. */
  endByForce(): void
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: AppError) => void
}

export function libraryUnavailable(): AppError {
  return new AppError('LIBRARY_UNAVAILABLE', 'The local library stopped for a moment. Please try again.')
}

export interface LibraryConnectionEvents {
  /** Called once, after every call in flight was rejected. */
  onExit(code: number): void
  onNews(news: LibraryNews): void
}

export function connectLibrary(process: ForkedProcess, { onExit, onNews }: LibraryConnectionEvents): LibraryConnection {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let isGone = false

  // Both ends are built together, so a reply is typed and not parsed (see the contract of the library).
  process.on('message', (message) => {
    const received = message as LibraryReply | LibraryNews
    if ('rebuilt' in received) return onNews(received)
    const reply = received
    const call = waiting.get(reply.id)
    if (!call) return
    waiting.delete(reply.id)
    if (reply.ok) call.resolve(reply.value)
    else call.reject(AppError.of(reply.error))
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
    request(method, input) {
      if (isGone) return Promise.reject(libraryUnavailable())
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        process.postMessage({ id, method, input })
      })
    },
    isGone: () => isGone,
    kill: () => {
      process.kill()
    },
    endByForce: () => {
      if (!isGone) endByForce(process)
    },
  }
}
