// Input and output of one run of the app: its library process, requests and files. Each operation is real and goes through
// the scheduler. A killed run is cut off here: operations that had not begun have no effect, and none is answered.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { LibraryRequest } from '../../src/contract/library'
import type { Clock } from '../../src/main/clock'
import type { ForkedProcess } from '../../src/main/forked-process'
import type { IoScheduler } from './io-scheduler'

/** Size of the pieces in which answers arrive, however the network cut them. */
const pieceBytes = 16 * 1024

export interface ScheduledRun {
  readonly fork: () => ForkedProcess
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Its timers end with the run. */
  readonly clock: Clock
  isOver(): boolean
  /** Ends the run like a process: no answers arrive, and its work stops. Resolves when its library is gone. */
  cutOff(): Promise<void>
  /**
   * Kills the library after it has done this number of waiting calls; none of them is answered. Returns a function that
   * tells the app.
   */
  crashLibrary(callsDone: number): Promise<() => void>
  /** Calls that wait for the library. */
  waitingCalls(): number
}

export interface RunDeps {
  /** Prefix that tells its channels from those of other runs. */
  readonly name: string
  readonly scheduler: IoScheduler
  readonly clock: Clock
  readonly forkLibrary: () => ChildProcess
  /** Makes the request; null: it stays unanswered until the app gives up. */
  readonly exchange: (url: string, init: RequestInit) => Promise<Response | null>
}

export function createScheduledRun({ name, scheduler, clock, forkLibrary, exchange }: RunDeps): ScheduledRun {
  const children = new Set<ChildProcess>()
  const requests = new Set<AbortController>()
  let processes = 0
  let lastRequest = 0
  let isOver = false
  let waiting = 0
  let crash: ScheduledRun['crashLibrary'] = async () => () => {}

  const post: IoScheduler['post'] = (channel, operation) => {
    if (!isOver) scheduler.post(`${name} ${channel}`, operation)
  }

  function fork(): ForkedProcess {
    const child = forkLibrary()
    children.add(child)
    processes += 1
    const channel = `library ${processes}`
    const listeners = { message: [] as ((message: unknown) => void)[], exit: [] as ((code: number) => void)[] }
    let isGone = false

    function exitWith(code: number): void {
      if (isGone) return
      isGone = true
      children.delete(child)
      for (const listener of listeners.exit) listener(code)
    }

    async function end(signal: NodeJS.Signals): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    }

    crash = async (callsDone) => {
      const calls = scheduler.take(`${name} ${channel}`)
      waiting -= calls.length
      for (const { run } of calls.slice(0, callsDone)) await run()
      await end('SIGKILL')
      return () => exitWith(137)
    }

    return {
      on(event: 'message' | 'exit' | 'error', listener: (detail: never) => void) {
        if (event !== 'error') listeners[event].push(listener as (detail: unknown) => void)
      },
      postMessage(message) {
        if (isGone) return
        waiting += 1
        post(channel, {
          name: `library ${(message as LibraryRequest).method}`,
          async run() {
            const answers = await ask(child, message as LibraryRequest, clock.now())
            return () => {
              waiting -= 1
              if (answers === null) exitWith(child.exitCode ?? 1)
              else for (const answer of answers) for (const listener of listeners.message) listener(answer)
            }
          },
        })
      },
      kill() {
        post(channel, {
          name: 'library ends',
          async run() {
            await end('SIGTERM')
            return () => exitWith(0)
          },
        })
        return true
      },
    }
  }

  function fetch(url: string, init: RequestInit): Promise<Response> {
    lastRequest += 1
    const channel = `request ${lastRequest}`
    const own = new AbortController()
    requests.add(own)
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        scheduler.drop(`${name} ${channel}`)
        own.abort()
        reject(init.signal?.reason)
      }
      if (init.signal?.aborted) return giveUp()
      init.signal?.addEventListener('abort', giveUp, { once: true })
      const settle = (hand: () => void) => () => {
        init.signal?.removeEventListener('abort', giveUp)
        requests.delete(own)
        hand()
      }
      // Two operations, so that other work can happen between a request's effect and its answer.
      post(channel, {
        name: `request ${init.method} ${new URL(url).pathname}`,
        async run() {
          const hand = await exchange(url, { ...init, signal: own.signal }).then(
            (response) => response && settle(() => resolve(response)),
            (error: unknown) => settle(() => reject(error)),
          )
          return () => {
            if (hand) post(channel, { name: 'answer', run: async () => hand })
          }
        },
      })
    })
  }

  return {
    fork,
    fetch,
    clock: { ...clock, after: (delayMs, callback) => clock.after(delayMs, () => void (isOver || callback())) },
    isOver: () => isOver,
    waitingCalls: () => waiting,
    crashLibrary: (callsDone) => crash(callsDone),
    async cutOff() {
      isOver = true
      scheduler.dropAll(`${name} `)
      for (const request of requests) request.abort()
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      }
    },
  }
}

/** Makes a call while the process has no other. Returns its messages, the reply last; null: the process ended. */
async function ask(child: ChildProcess, request: LibraryRequest, now: string): Promise<readonly unknown[] | null> {
  if (child.exitCode !== null || child.signalCode !== null) return null
  return new Promise((resolve) => {
    const messages: unknown[] = []
    const onMessage = (message: unknown) => {
      messages.push(message)
      if ((message as { id?: number }).id === request.id) finish(messages)
    }
    const onExit = () => finish(null)
    function finish(answers: readonly unknown[] | null): void {
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(answers)
    }
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.send({ now, request }, () => undefined)
  })
}

/** Reads the whole answer at once, or up to the point where it broke off. */
export async function readAtOnce(response: Response): Promise<Response> {
  const { status, headers } = response
  if (response.body === null || status === 304) return new Response(null, { status, headers })
  const received: Uint8Array[] = []
  let lost: unknown = null
  try {
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) received.push(piece)
  } catch (error) {
    lost = error
  }
  const bytes = new Uint8Array(Buffer.concat(received))
  let given = 0
  const body = new ReadableStream({
    pull(controller) {
      if (given < bytes.length) {
        controller.enqueue(bytes.slice(given, given + pieceBytes))
        given += pieceBytes
      } else if (lost === null) controller.close()
      else controller.error(lost)
    },
  })
  return new Response(body, { status, headers })
}

type AnyFunction = (...input: unknown[]) => Promise<unknown>

/**
 * Turns Node's file functions into scheduled operations, in the order of their calls, for all files below a folder.
 * Returns a function that restores Node's own.
 */
export function scheduleFiles(
  folder: string,
  post: (name: string, run: () => Promise<() => void>) => void,
): () => void {
  const functions = fs.promises as unknown as Record<string, AnyFunction>
  const originals = new Map<string, AnyFunction>()

  const scheduled = (name: string, work: () => Promise<unknown>) =>
    new Promise((resolve, reject) => {
      post(`file ${name}`, () =>
        work().then(
          (value) => () => resolve(isHandle(value) ? scheduledHandle(value) : value),
          (error: unknown) => () => reject(error),
        ),
      )
    })

  /** Schedules the operations of an open file on the same channel. */
  function scheduledHandle(handle: fs.promises.FileHandle): fs.promises.FileHandle {
    return new Proxy(handle, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== 'function') return member
        return (...input: unknown[]) => scheduled(String(name), async () => member.apply(target, input))
      },
    })
  }

  for (const [name, original] of Object.entries(functions)) {
    if (typeof original !== 'function') continue
    originals.set(name, original)
    functions[name] = (...input) => {
      const isOurs = typeof input[0] === 'string' && input[0].startsWith(folder)
      return isOurs ? scheduled(name, () => original.apply(fs.promises, input)) : original.apply(fs.promises, input)
    }
  }
  syncBuiltinESMExports()
  return () => {
    for (const [name, original] of originals) functions[name] = original
    syncBuiltinESMExports()
  }
}

const isHandle = (value: unknown): value is fs.promises.FileHandle =>
  typeof value === 'object' && value !== null && 'fd' in value && 'sync' in value
