// Main's way from the service to the library, as a program whose memory is measured: it syncs again and again, reads a
// page of the list after each sync, makes a change now and then, and says what both processes hold.
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { WorkspaceRef } from '../../src/contract/workspace'
import { systemClock } from '../../src/main/clock'
import { createLibraryClient } from '../../src/main/library/library-client'
import { createServiceClient } from '../../src/main/service/client'
import { asForkedProcess, forkLibrary } from '../../src/main/testing/forked-library'
import { wireOutbox } from '../../src/main/testing/wire-outbox'
import type { Measured, MemoryOrder } from './memory-messages'

const order = JSON.parse(process.argv[2] ?? '') as MemoryOrder
const workspace: WorkspaceRef = { environment: 'staging', ...order.workspace }
const never = new AbortController().signal
let libraryChild: ChildProcess | null = null

const { library, dispose } = createLibraryClient({
  fork() {
    const child = forkLibrary(order.program, ['--expose-gc'])
    libraryChild = child
    return asForkedProcess(child)
  },
  clock: systemClock,
  log: { info: () => {}, defect: () => 'id' },
})
const { sync, outbox } = wireOutbox({
  client: createServiceClient({ fetch }),
  findTarget: async () => ({ workspace, baseAddress: order.baseAddress, token: 'token', relationships: null }),
  ...{ library, clock: systemClock, newId: randomUUID },
})

const page = {
  filter: { text: '', types: [], seen: 'any', opportunity: 'any', minScore: null, maxScore: null, relatedTo: null },
  sort: { column: 'title', direction: 'ascending' },
  ...{ offset: 0, limit: 200 },
} as const

const say = (measured: Measured) => writeSync(1, `${JSON.stringify(measured)}\n`)

/** The library process answers on its channel, as a call that nobody made. */
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
  say(await measureLibrary())
  globalThis.gc?.()
  // What the first collection lets go of is what other things waited for.
  await setImmediate()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  say({ who: 'main', held: heapUsed + external, rss })
}

async function live(): Promise<void> {
  const { file, key } = order
  await library.open({ environment: 'staging', file, key, generation: 'one' })
  for (let done = 1; done <= order.syncs; done += 1) {
    await sync.now(workspace)
    await library.queryInsights({ workspace, ...page, filter: { ...page.filter, types: [] } })
    if (done % 10 === 0) {
      const insight = { type: 'Bug', title: `Made after sync ${done}`, description: 'd' } as const
      await outbox.createInsight(workspace, insight, never)
    }
    if (done === order.floorAfter || done === order.syncs) await measure()
  }
  await sync.dispose()
  await outbox.dispose()
  await dispose()
  process.exit(0)
}

void live()
