// Deletions, marking and linking with the real library and the sandbox: the service's action, the list that it then sends,
// and the rows that the library stores.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { LibraryApi } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import { startSandbox } from '../../sandbox/testing/start-sandbox'
import { topicsHandlers } from '../features/topics'
import { buildLibraryProgram, type LibraryProgram } from '../testing/library-process'
import { http, type RealParts, startRealParts } from '../testing/real-parts'

const never = new AbortController().signal
const everything = { text: '', relatedTo: null, offset: 0, limit: 500 }

let program: LibraryProgram
let parts: RealParts
let library: LibraryApi
let workspace: WorkspaceRef

beforeAll(async () => {
  program = await buildLibraryProgram()
})
afterAll(() => program.remove())
beforeEach(async () => {
  parts = await startRealParts(program, await startSandbox())
  library = parts.library
  workspace = parts.workspace
})
afterEach(() => parts.end())

async function knowledge() {
  const sort = { column: 'title', direction: 'ascending' } as const
  return (await library.queryKnowledge({ ...everything, workspace, states: [], sources: [], sort })).rows
}

async function outcomes() {
  const sort = { column: 'insights', direction: 'descending' } as const
  return (await library.queryOutcomes({ ...everything, workspace, sort })).rows
}

async function opportunities() {
  const sort = { column: 'unseen', direction: 'descending' } as const
  return (await library.queryOpportunities({ ...everything, workspace, statuses: [], sort })).rows
}

function first<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new Error('the workspace has none')
  return row
}

/** Newest first. */
async function activity() {
  const page = await library.queryActivity({ environment: 'staging', workspace, text: '', offset: 0, limit: 10 })
  return page.rows
}

async function untilSettled(): Promise<void> {
  await expect.poll(() => library.pendingChanges({ environment: 'staging' })).toEqual([])
}

test('removes a deleted document from the service and the list, and keeps its content in the activity', async () => {
  const { sync, changes } = parts.wire()
  expect(await sync.now(workspace)).toMatchObject({ state: 'synced', error: null })
  const item = first(await knowledge())
  expect(await changes.deleteKnowledge(workspace, item.id, never)).toEqual({ state: 'deleted' })
  expect((await knowledge()).some(({ id }) => id === item.id)).toBe(false)
  const entry = first(await activity())
  expect(entry).toMatchObject({ kind: 'deleteKnowledge', targetId: item.id, title: item.title, state: 'done' })
  const { content } = await library.getActivity({ workspace, changeId: entry.changeId })
  expect(JSON.parse(content ?? '')).toMatchObject({ id: item.id, title: item.title })
  await sync.now(workspace)
  expect((await knowledge()).some(({ id }) => id === item.id)).toBe(false)
  expect(await changes.deleteKnowledge(workspace, item.id, never)).toEqual({ state: 'already-gone' })
})

test('removes a deleted goal from every insight', async () => {
  const { sync, changes } = parts.wire()
  await sync.now(workspace)
  const goal = first(await outcomes())
  expect(await changes.deleteOutcome(workspace, goal.id, never)).toEqual({ state: 'deleted' })
  await sync.now(workspace)
  await expect(library.getOutcome({ workspace, id: goal.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(first(await activity())).toMatchObject({ kind: 'deleteOutcome', title: goal.title, state: 'done' })
})

test.each(['deleteKnowledge', 'deleteOutcome', 'markAllSeen'] as const)(
  '%s with an unknown outcome is done if it had arrived and discarded otherwise',
  async (kind) => {
    let arrives = true
    const { sync, changes } = parts.wire(async (...request) => {
      if (arrives) await http.send(...request)
      throw new AppError('CONNECTION_LOST', 'Lost.')
    })
    await sync.now(workspace)
    const rows = { deleteKnowledge: knowledge, deleteOutcome: outcomes, markAllSeen: opportunities }[kind]
    const [arrived, missed] = await rows()
    await expect(changes[kind](workspace, arrived?.id ?? '', never)).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
    await untilSettled()
    expect(first(await activity())).toMatchObject({ kind, targetId: arrived?.id, state: 'done' })
    arrives = false
    await expect(changes[kind](workspace, missed?.id ?? '', never)).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
    await untilSettled()
    expect((await activity()).find(({ targetId }) => targetId === missed?.id)).toMatchObject({ state: 'discarded' })
    expect((await rows()).some(({ id }) => id === missed?.id)).toBe(true)
  },
)

test('the library has the marks by the time markAllSeen resolves', async () => {
  const { sync, changes } = parts.wire()
  await sync.now(workspace)
  const { id, unseen } = first(await opportunities())
  expect(unseen).toBeGreaterThan(0)
  await changes.markAllSeen(workspace, id, never)
  expect(await library.previewMarkAllSeen({ workspace, id })).toMatchObject({ unseen: 0 })
})

test('sends links made offline once back online, and shows them on the metric', async () => {
  let isAway = true
  const { sync, changes } = parts.wire((...request) => {
    if (isAway) return Promise.reject(new AppError('CONNECTION_REFUSED', 'Nothing answers.'))
    return http.send(...request)
  })
  await sync.now(workspace)
  const { metricId } = parts
  await library.saveMetric({ workspace, metricId, label: 'Sign-ups', addedAt: '2025-01-01T00:00:00Z' })
  const [a, b] = await outcomes()
  const ids = [a?.id ?? '', b?.id ?? '']
  expect(await changes.relateMetric(workspace, metricId, 'add', ids, never)).toMatchObject({ state: 'waiting' })
  expect(await library.listMetrics({ workspace })).toMatchObject([{ links: [], waiting: 1 }])
  isAway = false
  await sync.now(workspace)
  await untilSettled()
  expect(await changes.relateMetric(workspace, metricId, 'remove', [ids[1] ?? ''], never)).toMatchObject({
    state: 'done',
  })
  expect(await library.listMetrics({ workspace })).toMatchObject([
    { links: [{ outcomeId: ids[0], title: a?.title }], waiting: 0 },
  ])
})

test('reads and keeps a topic, and throws NOT_FOUND for an unknown one', async () => {
  const emit = () => {}
  const now = () => new Date().toISOString()
  const handlers = topicsHandlers({ client: http, findTarget: async () => parts.target, library, emit, now })
  const context = { signal: never }
  const unknown = handlers.open({ workspace, id: randomUUID() }, context)
  await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await handlers.list({ workspace }, context)).toEqual([])
  const { id, title } = parts.topic
  expect(await handlers.open({ workspace, id }, context)).toMatchObject({ id, title })
  expect(await handlers.list({ workspace }, context)).toMatchObject([{ id, title, isPinned: false }])
})
