// Kills the app and its library repeatedly, at moments decided by a seed, and keeps the ledger.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '../../src/main/testing/fault-injection'
import { buildBeside, type LibraryProgram } from '../../src/main/testing/library-process'
import { type CrashLedger, type CrashService, createCrashLedger } from './crash-ledger'
import type { CrashOrder, Message } from './crash-messages'

export interface CrashTarget extends CrashService {
  readonly baseUrl: string
  readonly organisationId: string
  readonly workspaceId: string
  readonly outcomeIds: readonly string[]
  badness: number
}

export interface CrashReport {
  readonly kills: { readonly app: number; readonly library: number; readonly both: number; readonly starting: number }
  readonly opened: number
  readonly journals: number
  readonly attempted: number
  readonly journalled: number
  readonly acknowledged: number
  readonly notKept: number
  readonly requests: number
  readonly created: number
  readonly broken: readonly string[]
}

const metrics = [1, 2, 3].map((number) => `60000000-0000-4000-8000-00000000000${number}`)
const documentsPerRun = 60
/** After one more within a minute, the app gives the library up. */
const libraryKillsPerRun = 2

/** Builds the program beside the library program and returns its file. */
export function buildCrashApp(program: LibraryProgram): Promise<string> {
  return buildBeside(program, new URL('./crash-program.ts', import.meta.url), 'crash-program.mjs')
}

/** `name` is the folder of its files. The service must be new, with documents for every run. */
export async function runCrashes(
  { folder }: LibraryProgram,
  app: string,
  service: CrashTarget,
  { kills, seed, name }: { readonly kills: number; readonly seed: number; readonly name: string },
): Promise<CrashReport> {
  const random = randomOf(seed)
  const between = (low: number, high: number) => low + random() * (high - low)
  const counts = { app: 0, library: 0, both: 0, starting: 0 }
  const killed = () => counts.app + counts.library + counts.both + counts.starting
  const ledger = createCrashLedger(service)
  const documents = service.knowledgeIds()
  const key = randomBytes(32).toString('hex')
  let runs = 0

  function begin(isStorm: boolean): ProgramRun {
    const order: CrashOrder = {
      ...{ program: folder, file: path.join(folder, name, 'staging.db'), key, isStorm },
      ...{ baseAddress: service.baseUrl, metrics, outcomes: service.outcomeIds },
      workspace: { organisationId: service.organisationId, workspaceId: service.workspaceId },
      seed: Math.floor(random() * 2 ** 31),
      firstNumber: runs * 10_000,
      documents: documents.slice(runs * documentsPerRun, (runs + 1) * documentsPerRun),
    }
    runs += 1
    return startRun(app, order, ledger.record)
  }

  async function nextJournal(run: ProgramRun, before: number): Promise<void> {
    await run.received('journal', () => ledger.journals() > before)
  }

  service.badness = 1
  while (killed() < kills) {
    const journals = ledger.journals()
    const run = begin(true)
    if (random() < 0.1) {
      await sleep(between(0, 400))
      counts.starting += 1
      await run.kill('both')
      continue
    }
    await nextJournal(run, journals)
    if (random() < 0.15 && killed() + killsForGood < kills) {
      await sleep(between(10, 400))
      await run.killLibraryForGood()
      counts.library += killsForGood
      // Changes made now are refused as not kept. One that still reached the journal must not be sent.
      await sleep(between(50, 300))
      counts.app += 1
      await run.kill('app')
      continue
    }
    const libraryKills = Math.min(Math.floor(random() * (libraryKillsPerRun + 1)), kills - killed())
    for (let count = 0; count < libraryKills; count += 1) {
      await sleep(between(10, 400))
      const told = ledger.journals()
      run.killLibrary()
      counts.library += 1
      await nextJournal(run, told)
    }
    await sleep(between(10, 700))
    const victims = random() < 0.5 ? 'app' : 'both'
    if (killed() < kills) counts[victims] += 1
    await run.kill(victims)
  }
  service.badness = 0
  await emptyQueue(begin(false), ledger)
  ledger.compare(metrics)
  return {
    ...{ kills: counts, opened: ledger.opened(), journals: ledger.journals(), broken: [...new Set(ledger.broken)] },
    ...{
      attempted: ledger.attempted(),
      journalled: ledger.journalled(),
      acknowledged: ledger.acknowledged(),
      notKept: ledger.notKept(),
    },
    ...{ requests: service.requests.length, created: service.creations.size },
  }
}

/** Rejects when the journal does not become empty. */
async function emptyQueue(run: ProgramRun, ledger: CrashLedger): Promise<void> {
  const before = ledger.journals()
  try {
    await run.received('journal', () => ledger.journals() > before && ledger.waiting() === 0, 300_000)
  } finally {
    await run.kill('both')
  }
}

/** Kills within a minute after which the app no longer starts the library. */
const killsForGood = 3

interface ProgramRun {
  /** Resolves once `isNew` holds, after a message of this type. Rejects when the program or the time ends. */
  received(type: Message['type'], isNew: () => boolean, limitMs?: number): Promise<void>
  killLibrary(): void
  /** Kills the library after each start, until the app gives it up. */
  killLibraryForGood(): Promise<void>
  /** Resolves when its processes are gone. */
  kill(victims: 'app' | 'both'): Promise<void>
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie holds no file any more.
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process was already gone.
  }
}

/** `onMessage` gets all messages in order, even those left in the pipe after the end. */
function startRun(program: string, order: CrashOrder, onMessage: (message: Message) => void): ProgramRun {
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('The program has no output.')
  const pids: number[] = []
  let wake = () => {}
  let hasEnded = false
  const reading = (async () => {
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      const message = parse(line)
      if (message === null) continue
      if (message.type === 'library') pids.push(message.pid)
      onMessage(message)
      wake()
    }
    hasEnded = true
    wake()
  })()

  const received: ProgramRun['received'] = async (type, isNew, limitMs = 60_000) => {
    const limit = Date.now() + limitMs
    while (!isNew()) {
      if (hasEnded || Date.now() > limit) throw new Error(`The program ended, or was silent, before ${type}.`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1_000)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  return {
    received,
    async killLibraryForGood() {
      for (let times = 1; times <= killsForGood; times += 1) {
        const known = pids.length
        killNow(pids.at(-1) ?? 0)
        if (times < killsForGood) await received('library', () => pids.length > known)
      }
    },
    killLibrary() {
      const pid = pids.at(-1)
      if (pid !== undefined) killNow(pid)
    },
    async kill(victims) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      if (victims === 'both') for (const pid of pids) killNow(pid)
      await ended
      // A library without its app ends by itself. The next run waits for that, as the app allows one library at a time.
      const limit = Date.now() + 10_000
      while (!pids.every(isGone) && Date.now() < limit) await new Promise((resolve) => setTimeout(resolve, 5))
      await reading
    },
  }
}

/** null: the last line of a killed process may be incomplete. */
function parse(line: string): Message | null {
  try {
    return JSON.parse(line) as Message
  } catch {
    return null
  }
}
