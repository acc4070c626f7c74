// Runs the sandbox service in a process of its own, when it is first needed. A sandbox that ended is started again at
// the next demand; it listens on another port then, so whoever calls it asks for its address each time.
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors'
import { SandboxMessage, type SandboxReady, type SandboxRequest } from '../../contract/sandbox'
import type { Clock } from '../clock'
import { endByForce, type ForkedProcess, type ForkProcess } from '../forked-process'
import type { Log } from '../shell/log'

const startLimitMs = 20_000
const stopLimitMs = 3_000
const weekLimitMs = 10_000

export interface SandboxProcessDeps {
  readonly fork: ForkProcess
  /** Where the sandbox keeps its state between starts; null = it forgets. */
  readonly dataFile: string | null
  /** false: nothing of a workspace may reach the disk, and the file is not used. Never rejects. */
  readonly mayKeep: () => Promise<boolean>
  /** Makes that many insights instead of the seeded workspace; null = the seeded workspace. */
  readonly insights?: number | null
  readonly clock: Clock
  readonly log: Pick<Log, 'info'>
}

export interface SandboxProcess {
  /** Address and credentials of the running sandbox, started if needed. Throws TIMEOUT, SERVICE_FAILED, CANCELLED. */
  start(): Promise<SandboxReady>
  /** The running one, without starting it. */
  current(): SandboxReady | null
  /**
   * Lets a week pass in the running one: insights come in, scores move. Resolves when the next list shows it. Throws
   * TIMEOUT, SERVICE_FAILED, CANCELLED.
   */
  passWeek(): Promise<void>
  /** Ends it, giving it a moment to write its state. */
  stop(): Promise<void>
  /** Ends it and deletes its state; the next one begins anew. */
  erase(): Promise<void>
  /** Ends every process of it that is left, whether it listens or not. */
  endByForce(): void
}

interface Running {
  readonly process: ForkedProcess
  readonly ready: Promise<SandboxReady>
  readonly exited: Promise<void>
  readonly fail: (error: AppError) => void
  address: SandboxReady | null
  /** Whoever waits for the end of a week; they are told in turn. */
  readonly weeks: { readonly resolve: () => void; readonly reject: (error: AppError) => void }[]
}

export function createSandboxProcess(deps: SandboxProcessDeps): SandboxProcess {
  const { fork, dataFile, mayKeep, insights = null, clock, log } = deps
  let running: Running | null = null
  /** All that were started and have not ended. */
  const alive = new Set<ForkedProcess>()

  function launch(): Running {
    const process = fork()
    alive.add(process)
    const { promise: ready, resolve, reject } = deferred<SandboxReady>()
    const { promise: exited, resolve: markExited } = deferred<void>()
    const self: Running = { process, ready, exited, fail, address: null, weeks: [] }

    function forget(): void {
      if (running === self) running = null
    }
    function fail(error: AppError): void {
      stopWaiting()
      forget()
      reject(error)
      for (const week of self.weeks.splice(0)) week.reject(error)
    }
    const stopWaiting = clock.after(startLimitMs, () => {
      fail(new AppError('TIMEOUT', 'The sandbox did not start in time.'))
      process.kill()
    })

    process.on('message', (raw) => {
      const message = SandboxMessage.safeParse(raw)
      if (!message.success) {
        log.info('sandbox: sent a message that is not in the contract')
      } else if (message.data.type === 'ready') {
        stopWaiting()
        self.address = message.data
        resolve(message.data)
      } else if (message.data.type === 'week-passed') {
        self.weeks.shift()?.resolve()
      } else if (message.data.type === 'week-not-passed') {
        log.info(`sandbox: ${message.data.message}`)
        self.weeks.shift()?.reject(new AppError('SERVICE_FAILED', 'The sandbox could not let a week pass.'))
      } else {
        // Its words may name a path of this machine: they go to the log, not to the person.
        log.info(`sandbox: ${message.data.message}`)
        fail(new AppError('SERVICE_FAILED', 'The sandbox could not be started.'))
        process.kill()
      }
    })
    process.on('error', () => undefined)
    process.on('exit', (code) => {
      alive.delete(process)
      log.info(`sandbox: the process ended with code ${code}`)
      fail(new AppError('SERVICE_FAILED', 'The sandbox stopped unexpectedly.'))
      markExited()
    })
    // Whoever asked is told through `start`; nobody may have asked yet when it fails.
    ready.catch(() => undefined)
    void mayKeep().then((isKept) => {
      if (running !== self) return
      process.postMessage({ type: 'start', dataFile: isKept ? dataFile : null, insights } satisfies SandboxRequest)
    })
    return self
  }

  async function stop(): Promise<void> {
    const stopping = running
    if (!stopping) return
    running = null
    stopping.fail(new AppError('CANCELLED', 'The sandbox was stopped.'))
    stopping.process.postMessage({ type: 'stop' } satisfies SandboxRequest)
    let stopWaiting = () => {}
    const limit = new Promise<void>((resolve) => {
      stopWaiting = clock.after(stopLimitMs, resolve)
    })
    await Promise.race([stopping.exited, limit])
    stopWaiting()
    stopping.process.kill()
  }

  return {
    start() {
      running ??= launch()
      return running.ready
    },
    current: () => running?.address ?? null,
    async passWeek() {
      running ??= launch()
      const asked = running
      await asked.ready
      const { promise, resolve, reject } = deferred<void>()
      asked.weeks.push({ resolve, reject })
      const stopWaiting = clock.after(weekLimitMs, () =>
        reject(new AppError('TIMEOUT', 'The sandbox did not answer in time.')),
      )
      asked.process.postMessage({ type: 'pass-week' } satisfies SandboxRequest)
      await promise.finally(stopWaiting)
    },
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
        // The second one is what a crash leaves of a file that was being made.
        if (other === name || other.startsWith(`${name}.`)) await rm(path.join(folder, other), { force: true })
      }
    },
  }
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
