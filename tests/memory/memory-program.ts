// The path from the service to the library, as a program that measures its memory: it syncs repeatedly, reads a page of
// the list after each sync, makes a change after every tenth, and reports the memory of both processes.
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { WorkspaceRef } from '../../src/contract/workspace'
import { asForkedProcess, forkLibrary } from '../../src/main/testing/forked-library'
import { startQueue } from '../composition'

/** The command-line argument of the program. */
export interface MemoryOrder {
  /** Folder of the library program. */
  readonly program: string
  readonly file: string
  readonly key: string
  readonly baseAddress: string
  readonly workspace: { readonly organisationId: string; readonly workspaceId: string }
  readonly syncs: number
  /** Number of syncs before the first measurement. */
  readonly floorAfter: number
}

/** One line of standard output, in bytes; `held` is heap and external memory after a collection. */
export interface Measured {
  readonly who: 'main' | 'library'
  readonly held: number
  readonly rss: number
}

const order = JSON.parse(process.argv[2] ?? '') as MemoryOrder
const workspace: WorkspaceRef = { environment: 'staging', ...order.workspace }
const never = new AbortController().signal
let libraryChild: ChildProcess | null = null

const { library, sync, changes, end } = await startQueue({
  workspace,
  baseAddress: order.baseAddress,
  newId: randomUUID,
  random: () => 0,
  log: { info: () => {}, defect: () => 'id' },
  fork() {
    const child = forkLibrary(order.program, ['--expose-gc'])
    libraryChild = child
    return asForkedProcess(child)
  },
})

const page = {
  filter: {
    ...({ text: '', types: [], seen: 'any', opportunity: 'any', triage: 'any' } as const),
    ...{ minScore: null, maxScore: null, relatedTo: null },
  },
  sort: { column: 'title', direction: 'ascending' },
  ...{ offset: 0, limit: 200 },
} as const

const tell = (measured: Measured) => writeSync(1, `${JSON.stringify(measured)}\n`)

/** Signals the library process, which answers on its channel. */
async function measureLibrary(): Promise<Measured> {
  const child = libraryChild
  if (!child) throw new Error('There is no library process.')
  child.kill('SIGUSR2')
  for (;;) {
    const [message] = (await once(child, 'message')) as [{ measured?: Measured }]
    if (message.measured) return message.measured
  }
}

async function measure(): Promise<void> {
  tell(await measureLibrary())
  globalThis.gc?.()
  // The first collection runs finalizers, which release more memory.
  await setImmediate()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  tell({ who: 'main', held: heapUsed + external, rss })
}

async function run(): Promise<void> {
  const { file, key } = order
  await library.open({ environment: 'staging', file, key, generation: 'one' })
  for (let done = 1; done <= order.syncs; done += 1) {
    await sync.now(workspace)
    await library.queryInsights({ workspace, ...page, filter: { ...page.filter, types: [], labels: [] } })
    if (done % 10 === 0) {
      const insight = { type: 'Bug', title: `Made after sync ${done}`, description: 'd' } as const
      await changes.createInsight(workspace, insight, never)
    }
    if (done === order.floorAfter || done === order.syncs) await measure()
  }
  await end()
  process.exit(0)
}

void run()
