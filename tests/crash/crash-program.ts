// The app without its window, as a program that is made to be killed: outbox, sync, HTTP client and the library in its
// own process, under a storm of changes and syncs. It says each thing at once and for good (a write to a pipe outlives
// its writer), so whoever reads along knows what a person would have been told by the moment of the kill.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../src/contract/errors'
import type { LibraryApi } from '../../src/contract/library'
import type { WorkspaceRef } from '../../src/contract/workspace'
import { systemClock } from '../../src/main/clock'
import { createLibraryClient } from '../../src/main/library/library-client'
import { openDisowned } from '../../src/main/outbox/disowned'
import { createServiceClient } from '../../src/main/service/client'
import { randomOf } from '../../src/main/testing/fault-injection'
import { asForkedProcess, forkLibrary } from '../../src/main/testing/forked-library'
import { wireOutbox } from '../../src/main/testing/wire-outbox'
import { titleOf } from './crash-ledger'
import type { CrashOrder, Said } from './crash-messages'

const order = JSON.parse(process.argv[2] ?? '') as CrashOrder
const workspace: WorkspaceRef = { environment: 'staging', ...order.workspace }
const never = new AbortController().signal
const random = randomOf(order.seed)
const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T

function say(said: Said): void {
  writeSync(1, `${JSON.stringify(said)}\n`)
}

const { library } = createLibraryClient({
  fork() {
    const child = forkLibrary(order.program)
    say({ word: 'library', pid: child.pid ?? 0 })
    // Only of a library that was killed: the app asks what is left.
    child.on('exit', () => void tellJournal().catch(() => undefined))
    return asForkedProcess(child)
  },
  clock: systemClock,
  log: {
    info: () => {},
    defect(where, defect) {
      say({ word: 'defect', where, what: String(defect) })
      return 'id'
    },
  },
})

async function tellJournal(): Promise<void> {
  say({ word: 'asking' })
  const journal = await library.pendingChanges({ environment: 'staging' })
  say({ word: 'journal', entries: journal.map(({ changeId, targetId }) => ({ changeId, target: targetId })) })
}

/** Which change the journal is asked to keep. */
const numbers = new AsyncLocalStorage<number>()
const telling: LibraryApi = {
  ...library,
  async addChange(change) {
    await library.addChange(change)
    const number = numbers.getStore()
    if (number !== undefined) say({ word: 'kept', number, changeId: change.changeId, target: change.targetId })
    return null
  },
}

const { sync, outbox } = wireOutbox({
  client: createServiceClient({ fetch }),
  findTarget: async () => ({ workspace, baseAddress: order.baseAddress, token: 'token', relationships: null }),
  library: telling,
  clock: systemClock,
  newId: randomUUID,
  random,
  retryBaseMs: 10,
  disowned: await openDisowned(`${order.file}.not-kept`),
})

let underWay = 0
async function attempt(number: number, what: Said & { word: 'try' }, made: Promise<string>): Promise<void> {
  say(what)
  underWay += 1
  await made.then(
    (target) => say({ word: 'acknowledged', number, target }),
    (error: { code?: string }) => say({ word: 'refused', number, code: error.code ?? String(error) }),
  )
  underWay -= 1
}

function act(number: number): void {
  const chance = random()
  if (chance < 0.15) return void sync.now(workspace)
  if (chance < 0.65) {
    const input = { type: 'Bug', title: titleOf(number), description: 'd' } as const
    const made = outbox.createInsight(workspace, input, never).then(({ insightId }) => insightId)
    return void attempt(number, { word: 'try', number, kind: 'create' }, made)
  }
  const document = order.documents[number - order.firstNumber]
  if (chance < 0.8 && document !== undefined) {
    const made = outbox.deleteKnowledge(workspace, document, never).then(() => document)
    return void attempt(number, { word: 'try', number, kind: 'delete', document }, made)
  }
  const [metric, outcome] = [pick(order.metrics), pick(order.outcomes)]
  const action = random() < 0.5 ? 'add' : 'remove'
  const made = outbox.relateMetric(workspace, metric, action, [outcome], never).then(() => metric)
  void attempt(number, { word: 'try', number, kind: 'link', metric, outcome, action }, made)
}

/** The library may be killed at any moment, and is started again. */
async function untilItIsUp<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'LIBRARY_UNAVAILABLE') throw error
      await sleep(20)
    }
  }
}

async function live(): Promise<void> {
  const { file, key } = order
  const opened = await untilItIsUp(() => library.open({ environment: 'staging', file, key, generation: 'one' }))
  say({ word: 'opened', state: opened.state, reason: opened.reason })
  // As where the app opens a workspace: a library that goes down just then is no reason to end.
  await untilItIsUp(tellJournal)
  await untilItIsUp(() => outbox.recover('staging'))
  sync.open(workspace)
  for (let number = order.firstNumber; order.isStorm; number += 1) {
    numbers.run(number, () => act(number))
    await sleep(random() * 50)
    while (underWay > 20) await sleep(5)
  }
  for (let turn = 0; ; turn += 1) {
    // Each sync sets the queue going once more; in between it has time to work.
    if (turn % 10 === 0) await sync.now(workspace)
    await untilItIsUp(tellJournal)
    await sleep(100)
  }
}

void live()
