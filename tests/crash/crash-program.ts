// The app without its window, as a program to be killed: queue, sync, HTTP client and the library in its own process,
// under a storm of changes and syncs. Each message is written synchronously to a pipe, which outlives its writer, so the
// reader knows everything a person would have been told by the moment of the kill.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../src/contract/errors'
import type { WorkspaceRef } from '../../src/contract/workspace'
import { randomOf } from '../../src/main/testing/fault-injection'
import { asForkedProcess, forkLibrary } from '../../src/main/testing/forked-library'
import { startQueue } from '../composition'
import { titleOf } from './crash-ledger'
import type { Attempt, CrashOrder, Message } from './crash-messages'

const order = JSON.parse(process.argv[2] ?? '') as CrashOrder
const workspace: WorkspaceRef = { environment: 'staging', ...order.workspace }
const never = new AbortController().signal
const random = randomOf(order.seed)
const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T

function tell(message: Message): void {
  writeSync(1, `${JSON.stringify(message)}\n`)
}

/** Number of the change that the journal is asked to keep. */
const numbers = new AsyncLocalStorage<number>()
const { library, sync, changes } = await startQueue({
  workspace,
  baseAddress: order.baseAddress,
  newId: randomUUID,
  random,
  retryBaseMs: 10,
  commitGraceMs: 50,
  fork() {
    const child = forkLibrary(order.program)
    tell({ type: 'library', pid: child.pid ?? 0 })
    // The library exits only when killed. The app then asks for the journal that is left.
    child.on('exit', () => void reportJournal().catch(() => undefined))
    return asForkedProcess(child)
  },
  log: {
    info: () => {},
    defect(where, defect) {
      tell({ type: 'defect', where, what: String(defect) })
      return 'id'
    },
  },
  watchLibrary: (watched) => ({
    ...watched,
    async addChange(change) {
      await watched.addChange(change)
      const number = numbers.getStore()
      if (number !== undefined) tell({ type: 'journalled', number, changeId: change.changeId, target: change.targetId })
      return null
    },
  }),
})

async function reportJournal(): Promise<void> {
  tell({ type: 'asking' })
  const journal = await library.pendingChanges({ environment: 'staging' })
  tell({
    type: 'journal',
    entries: journal.map(({ changeId, targetId, needsReview }) => ({ changeId, target: targetId, needsReview })),
  })
}

let underWay = 0
async function attempt(number: number, attempted: Attempt, made: Promise<string>): Promise<void> {
  tell(attempted)
  underWay += 1
  await made.then(
    (target) => tell({ type: 'acknowledged', number, target }),
    (error: { code?: string }) => tell({ type: 'refused', number, code: error.code ?? String(error) }),
  )
  underWay -= 1
}

function act(number: number): void {
  const chance = random()
  if (chance < 0.15) return void sync.now(workspace)
  if (chance < 0.65) {
    const input = { type: 'Bug', title: titleOf(number), description: 'd' } as const
    const made = changes.createInsight(workspace, input, never).then(({ insightId }) => insightId)
    return void attempt(number, { type: 'attempt', number, kind: 'create' }, made)
  }
  const document = order.documents[number - order.firstNumber]
  if (chance < 0.8 && document !== undefined) {
    const made = changes.deleteKnowledge(workspace, document, never).then(() => document)
    return void attempt(number, { type: 'attempt', number, kind: 'delete', document }, made)
  }
  const [metric, outcome] = [pick(order.metrics), pick(order.outcomes)]
  const action = random() < 0.5 ? 'add' : 'remove'
  const made = changes.relateMetric(workspace, metric, action, [outcome], never).then(() => metric)
  void attempt(number, { type: 'attempt', number, kind: 'link', metric, outcome, action }, made)
}

/** Repeats the work while a killed library restarts. */
async function whenUp<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'LIBRARY_UNAVAILABLE') throw error
      await sleep(20)
    }
  }
}

async function run(): Promise<void> {
  const { file, key } = order
  const opened = await whenUp(() => library.open({ environment: 'staging', file, key, generation: 'one' }))
  tell({ type: 'opened', state: opened.state, reason: opened.reason })
  // As when the app opens a workspace: a library that goes down meanwhile does not end the app.
  await whenUp(reportJournal)
  await whenUp(() => changes.recover('staging'))
  sync.open(workspace)
  for (let number = order.firstNumber; order.isStorm; number += 1) {
    numbers.run(number, () => act(number))
    await sleep(random() * 50)
    while (underWay > 20) await sleep(5)
  }
  for (let turn = 0; ; turn += 1) {
    // Each sync wakes the queue, which then needs some time.
    if (turn % 10 === 0) await sync.now(workspace)
    await whenUp(reportJournal)
    await sleep(100)
  }
}

void run()
