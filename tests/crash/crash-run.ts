// Kills the app and its library again and again, at moments that a seed decides, and keeps the ledger.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '../../src/main/testing/fault-injection'
import { buildBeside, type LibraryProgram } from '../../src/main/testing/library-process'
import { type CrashLedger, type CrashService, createCrashLedger } from './crash-ledger'
import { beginLife, type CrashLife, killsForGood } from './crash-life'
import type { CrashOrder } from './crash-messages'

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
  readonly kept: number
  readonly acknowledged: number
  readonly leftOut: number
  readonly requests: number
  readonly created: number
  readonly broken: readonly string[]
}

const metrics = [1, 2, 3].map((number) => `60000000-0000-4000-8000-00000000000${number}`)
const documentsPerLife = 60
/** More would make the library be left off, as it is meant to be. */
const libraryKillsPerLife = 2

/** Beside the library program. Returns the file. */
export function buildCrashApp(program: LibraryProgram): Promise<string> {
  return buildBeside(program, new URL('./crash-program.ts', import.meta.url), 'crash-program.mjs')
}

/** `name` is the folder of its files. The service must be new, and have documents for every life. */
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
  let lives = 0

  function begin(isStorm: boolean): CrashLife {
    const order: CrashOrder = {
      ...{ program: folder, file: path.join(folder, name, 'staging.db'), key, isStorm },
      ...{ baseAddress: service.baseUrl, metrics, outcomes: service.outcomeIds },
      workspace: { organisationId: service.organisationId, workspaceId: service.workspaceId },
      seed: Math.floor(random() * 2 ** 31),
      firstNumber: lives * 10_000,
      documents: documents.slice(lives * documentsPerLife, (lives + 1) * documentsPerLife),
    }
    lives += 1
    return beginLife(app, order, ledger.hear)
  }

  async function nextJournal(life: CrashLife, before: number): Promise<void> {
    await life.heard('journal', () => ledger.journals() > before)
  }

  service.badness = 1
  while (killed() < kills) {
    const journals = ledger.journals()
    const life = begin(true)
    if (random() < 0.1) {
      await sleep(between(0, 400))
      counts.starting += 1
      await life.kill('both')
      continue
    }
    await nextJournal(life, journals)
    if (random() < 0.15 && killed() + killsForGood < kills) {
      await sleep(between(10, 400))
      await life.killLibraryForGood()
      counts.library += killsForGood
      // What is asked for now is not kept, and was it kept while the library went down, nobody is told so.
      await sleep(between(50, 300))
      counts.app += 1
      await life.kill('app')
      continue
    }
    const libraryKills = Math.min(Math.floor(random() * (libraryKillsPerLife + 1)), kills - killed())
    for (let count = 0; count < libraryKills; count += 1) {
      await sleep(between(10, 400))
      const told = ledger.journals()
      life.killLibrary()
      counts.library += 1
      await nextJournal(life, told)
    }
    await sleep(between(10, 700))
    const victims = random() < 0.5 ? 'app' : 'both'
    if (killed() < kills) counts[victims] += 1
    await life.kill(victims)
  }
  service.badness = 0
  await workOff(begin(false), ledger)
  ledger.compare(metrics)
  return {
    ...{ kills: counts, opened: ledger.opened(), journals: ledger.journals(), broken: [...new Set(ledger.broken)] },
    ...{
      attempted: ledger.attempted(),
      kept: ledger.kept(),
      acknowledged: ledger.acknowledged(),
      leftOut: ledger.leftOut(),
    },
    ...{ requests: service.requests.length, created: service.creations.size },
  }
}

/** Until the journal is empty; rejects when it does not become so. */
async function workOff(life: CrashLife, ledger: CrashLedger): Promise<void> {
  const before = ledger.journals()
  try {
    await life.heard('journal', () => ledger.journals() > before && ledger.waiting() === 0, 300_000)
  } finally {
    await life.kill('both')
  }
}
