// A list that is being stored when the app ends or its environment is forgotten, in the real process of the library:
// writes of the person meanwhile wait behind it.
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { InsightFilter } from '../../contract/features/insights'
import type { LibraryApi } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import { generateInsights } from '../../library/testing/generated-insights'
import { systemClock } from '../clock'
import { createLibraryClient } from '../library/library-client'
import { buildLibraryProgram, type LibraryProgram } from '../testing/library-process'
import { createSync, type Sync } from './sync'
import type { SyncRun } from './sync-run'

const workspace: WorkspaceRef = { environment: 'staging', organisationId: 'o', workspaceId: 'w' }
const small = generateInsights(20)
/** Takes long to store, compared with what the tests do meanwhile. */
const large = generateInsights(1_500)
const target = { environment: 'staging', key: 'cd'.repeat(32), generation: 'first' } as const

let program: LibraryProgram
let file: string
beforeAll(async () => {
  program = await buildLibraryProgram()
})
beforeEach(() => {
  file = path.join(program.folder, 'profile', 'staging.db')
})
afterEach(() => rm(path.dirname(file), { recursive: true }))
afterAll(() => program.remove())

async function start() {
  const lines: string[] = []
  const said: string[] = []
  const runs: SyncRun[] = []
  const log = { info: (line: string) => void lines.push(line), defect: (where: string) => `${lines.push(where)}` }
  const { library, dispose } = createLibraryClient({ fork: program.start, clock: systemClock, log })
  const opened = await library.open({ ...target, file })
  const service = { insights: small }
  let storing = () => {}
  const watched: LibraryApi = {
    ...library,
    commitSync(input) {
      const committed = library.commitSync(input)
      storing()
      return committed
    },
  }
  const sync = createSync({
    client: {
      async streamList(_target, name, { onBytes }) {
        await onBytes(Buffer.from(JSON.stringify({ data: name === 'listInsights' ? service.insights : [] })))
        return { state: 'read', validators: null }
      },
    },
    findTarget: async () => ({ workspace, baseAddress: 'https://x', token: 't', relationships: null }),
    ...{ library: watched, clock: systemClock, random: () => 0, log },
    emit: (name, payload) => void said.push(JSON.stringify([name, payload])),
    isWorthRefreshing: () => false,
    onRunEnded: (run) => void runs.push(run),
  })
  const page = {
    workspace,
    filter: InsightFilter.parse({}),
    sort: { column: 'title', direction: 'ascending' } as const,
  }
  const count = async () => (await library.queryInsights({ ...page, offset: 0, limit: 1 })).all
  return {
    ...{ library, sync, dispose, opened, lines, said, runs, count },
    /** Resolves while the large list is being stored, and after some of it was. */
    async storeLarge() {
      await sync.now(workspace)
      service.insights = large
      const isStoring = new Promise<void>((resolve) => {
        storing = resolve
      })
      sync.open(workspace)
      await isStoring
      for (let answered = 0; answered < 3; answered += 1) expect(await count()).toBe(small.length)
      said.length = 0
    },
  }
}

const record = { workspace, kind: 'insight', id: small[0]?.id ?? '' } as const

test.each<[string, (sync: Sync) => Promise<void>]>([
  ['the app ends', (sync) => sync.dispose()],
  ['its environment is forgotten', (sync) => sync.forget('staging')],
  [
    'the app ends after another workspace was opened',
    (sync) => {
      sync.close(workspace)
      return sync.dispose()
    },
  ],
])('silently stops storing a list when %s, and a note queued behind it survives an immediate kill', async (_, end) => {
  const { library, sync, storeLarge, runs, said, lines, dispose } = await start()
  await storeLarge()
  const written = library.setNote({ ...record, note: 'typed meanwhile' })
  const ended = end(sync)
  await written
  expect(lines).toEqual([])
  await program.crash()
  await ended
  expect(runs.map(({ result }) => result)).toEqual(['OK', 'STOPPED'])
  expect(said).toEqual([])
  await dispose()

  const next = await start()
  expect(next.opened).toMatchObject({ state: 'opened', recoveredChanges: 0 })
  expect(await next.library.getTriage(record)).toMatchObject({ note: 'typed meanwhile' })
  expect(await next.count()).toBe(small.length)
  await next.dispose()
})

test('stores the whole list when only another workspace is opened', async () => {
  const { sync, storeLarge, count, runs, dispose, lines } = await start()
  await storeLarge()
  sync.close(workspace)
  // Runs after the sync that was stopped.
  await sync.now(workspace)
  expect(runs[1]).toMatchObject({ result: 'STOPPED', lists: [{ resource: 'insights', items: large.length }] })
  expect(await count()).toBe(large.length)
  await sync.dispose()
  await dispose()
  expect(lines).toEqual([])
})
