// Runs the sandbox service in a process of its own: starts it on demand, also after a crash. Every start listens on
// another port, so callers ask for the address each time. This folder knows nothing of environments or of the service
// behind the process; its messages are in the contract.
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors'
import { SandboxMessage, type SandboxReady, type SandboxRequest } from '../../contract/sandbox'
import type { Clock } from '../clock'
import { endByForce, type ForkedProcess, type ForkProcess } from '../forked-process'
import type { Keychain } from '../keychain/keychain'
import { timedOut, withTimeout } from '../schedule/with-timeout'
import type { Log } from '../shell/log'

const startTimeoutMs = 20_000
const stopTimeoutMs = 3_000
const answerTimeoutMs = 10_000

export interface SandboxProcessDeps {
  readonly fork: ForkProcess
  /** The file with the sandbox's state between starts; null = in memory only. */
  readonly dataFile: string | null
  /** Unless it is available, no data of a workspace may reach the disk, so the file is not used. */
  readonly keychain: Pick<Keychain, 'ready' | 'state'>
  /** Generates this many insights; null = the seeded workspace. */
  readonly insights?: number | null
  readonly clock: Clock
  readonly log: Pick<Log, 'info'>
}

export interface SandboxProcess {
  /** Starts the sandbox if needed. Returns its address and token. Throws TIMEOUT, SERVICE_FAILED, CANCELLED. */
  start(): Promise<SandboxReady>
  /** null when no sandbox is running. */
  current(): SandboxReady | null
  /**
   * Lets a week pass: new insights appear, scores change. Resolves when the next list shows it. Starts the sandbox if
   * needed. Throws TIMEOUT, SERVICE_FAILED, CANCELLED.
   */
  passWeek(): Promise<void>
  /** Offline, it runs and can't be reached; a new start is online. Starts the sandbox if needed. Throws like `passWeek`. */
  setOnline(isOnline: boolean): Promise<void>
  /** Ends the process, after a moment to write its state. */
  stop(): Promise<void>
  /** Ends the process and deletes its state. */
  erase(): Promise<void>
  /** Kills every process that is still alive. */
  endByForce(): void
}

interface Running {
  readonly process: ForkedProcess
  readonly ready: Promise<SandboxReady>
  readonly exited: Promise<void>
  readonly fail: (error: AppError) => void
  address: SandboxReady | null
  /** Requests that are not answered yet, in order. */
  readonly asked: Asked[]
}

interface Asked {
  readonly failure: string
  readonly resolve: () => void
  readonly reject: (error: AppError) => void
}

export function createSandboxProcess(deps: SandboxProcessDeps): SandboxProcess {
  const { fork, dataFile, keychain, insights = null, clock } = deps
  let running: Running | null = null
  /** Processes that have not exited. */
  const alive = new Set<ForkedProcess>()

  function launch(): Running {
    const process = fork()
    alive.add(process)
    process.on('exit', () => alive.delete(process))
    const launched = watchProcess(process, deps, () => {
      if (running === launched) running = null
    })
    void keychain.ready().then(() => {
      if (running !== launched) return
      const request = { type: 'start', dataFile: keychain.state() === 'available' ? dataFile : null, insights } as const
      process.postMessage(request satisfies SandboxRequest)
    })
    return launched
  }

  /** `failure`: the message for the person when the sandbox could not do it. */
  async function ask(request: SandboxRequest, failure: string): Promise<void> {
    running ??= launch()
    const target = running
    await target.ready
    const { promise, resolve, reject } = deferred<void>()
    target.asked.push({ failure, resolve, reject })
    target.process.postMessage(request)
    if ((await withTimeout(clock, answerTimeoutMs, promise)) === timedOut) {
      throw new AppError('TIMEOUT', 'The sandbox didn’t respond in time.')
    }
  }

  async function stop(): Promise<void> {
    const stopping = running
    if (!stopping) return
    running = null
    stopping.fail(new AppError('CANCELLED', 'The sandbox was stopped.'))
    stopping.process.postMessage({ type: 'stop' } satisfies SandboxRequest)
    await withTimeout(clock, stopTimeoutMs, stopping.exited)
    stopping.process.kill()
  }

  return {
    start() {
      running ??= launch()
      return running.ready
    },
    current: () => running?.address ?? null,
    passWeek: () => ask({ type: 'pass-week' }, 'Couldn’t let a week pass in the sandbox.'),
    setOnline: (isOnline) =>
      ask(
        { type: 'set-online', isOnline },
        isOnline ? 'Another app is using the sandbox’s port.' : 'The sandbox is still online.',
      ),
    endByForce() {
      for (const process of alive) endByForce(process)
    },
    stop,
    async erase() {
      await stop()
      if (dataFile === null) return
      const folder = path.dirname(dataFile)
      const name = path.basename(dataFile)
      for (const other of await readdir(folder).catch(() => [])) {
        // A crash may leave a temporary file with the name as its prefix.
        if (other === name || other.startsWith(`${name}.`)) await rm(path.join(folder, other), { force: true })
      }
    },
  }
}

/** Settles the promises of a process by its messages and its exit. `onFailed` is called when it can no longer be used. */
function watchProcess(
  process: ForkedProcess,
  { clock, log }: Pick<SandboxProcessDeps, 'clock' | 'log'>,
  onFailed: () => void,
): Running {
  const { promise: ready, resolve, reject } = deferred<SandboxReady>()
  const { promise: exited, resolve: markExited } = deferred<void>()
  const self: Running = { process, ready, exited, fail, address: null, asked: [] }

  function fail(error: AppError): void {
    cancelTimeout()
    onFailed()
    reject(error)
    for (const asked of self.asked.splice(0)) asked.reject(error)
  }
  const cancelTimeout = clock.after(startTimeoutMs, () => {
    fail(new AppError('TIMEOUT', 'The sandbox didn’t start in time.'))
    process.kill()
  })

  process.on('message', (raw) => {
    const message = SandboxMessage.safeParse(raw)
    if (!message.success) {
      log.info('sandbox: sent a message that is not in the contract')
    } else if (message.data.type === 'ready') {
      cancelTimeout()
      self.address = message.data
      resolve(message.data)
    } else if (message.data.type === 'done') {
      self.asked.shift()?.resolve()
    } else if (message.data.type === 'not-done') {
      log.info(`sandbox: ${message.data.message}`)
      const asked = self.asked.shift()
      asked?.reject(new AppError('SERVICE_FAILED', asked.failure))
    } else {
      // The message may contain a path of this computer, so it is logged and not shown.
      log.info(`sandbox: ${message.data.message}`)
      fail(new AppError('SERVICE_FAILED', 'Couldn’t start the sandbox.'))
      process.kill()
    }
  })
  process.on('error', () => undefined)
  process.on('exit', (code) => {
    log.info(`sandbox: the process ended with code ${code}`)
    fail(new AppError('SERVICE_FAILED', 'The sandbox stopped unexpectedly.'))
    markExited()
  })
  // Callers get the error from `start`. A failure before the first caller must not be an unhandled rejection.
  ready.catch(() => undefined)
  return self
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: AppError) => void = () => {}
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue
    reject = onError
  })
  return { promise, resolve, reject }
}
