// Main's way from the service to the library, as a program whose memory is measured: it syncs again and again, reads a
// page of the list after each sync, makes a change now and then, and says what both processes hold.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkspaceRef } from '../../../contract/workspace'
import { systemClock } from '../../clock'
import { createLibraryClient } from '../../library/library-client'
import { createServiceClient } from '../../service/client'
import { asForkedProcess, forkLibrary } from '../forked-library'
import { wireOutbox } from '../wire-outbox'
import type { MemoryOrder } from './memory-words'

const order = JSON.parse(process.argv[2] ?? '') as MemoryOrder
const workspace: WorkspaceRef = { environment: 'staging', ...order.workspace }
const never = new AbortController().signal
let libraryPid = 0

const { library, dispose } = createLibraryClient({
  fork() {
    const child = forkLibrary(order.program, ['--expose-gc'])
    libraryPid = child.pid ?? 0
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

async function measure(): Promise<void> {
  process.kill(libraryPid, 'SIGUSR2')
  globalThis.gc?.()
  // What was let go by the first collection is let go of by what waited for it.
  await sleep(20)
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  console.log(JSON.stringify({ who: 'main', held: heapUsed + external, rss }))
  // Its line comes from another process.
  await sleep(100)
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
