// Sync and changes with the real library in its own process, the real client over HTTP, and the sandbox.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { InsightDetail, InsightInput } from '../../contract/features/insights'
import type { LibraryApi } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import { startSandbox } from '../../sandbox/testing/start-sandbox'
import { createServiceClient } from '../service/client'
import { buildLibraryProgram, type LibraryProgram } from '../testing/library-process'
import { http, type RealParts, startRealParts } from '../testing/real-parts'

const never = new AbortController().signal
const typed = (title: string): InsightInput => ({ type: 'FeatureRequest', title, description: 'Riders ask for it.' })

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

const wire = (...args: Parameters<RealParts['wire']>) => parts.wire(...args)

function insight(id: string): Promise<InsightDetail> {
  return library.getInsight({ workspace, id })
}

async function untilSettled(): Promise<void> {
  await expect.poll(() => library.pendingChanges({ environment: 'staging' })).toEqual([])
}

test('syncs the whole workspace and confirms a created insight', async () => {
  const { sync, changes } = wire()
  expect(await sync.now(workspace)).toMatchObject({ state: 'synced', quarantined: 0, error: null })
  const { insightId, state } = await changes.createInsight(workspace, typed('Quieter motor'), never)
  expect(state).toBe('done')
  expect(await insight(insightId)).toMatchObject({ title: 'Quieter motor', pending: null })
  const query = { environment: 'staging', workspace, text: '', offset: 0, limit: 9 } as const
  expect((await library.queryActivity(query)).rows).toMatchObject([{ targetId: insightId, state: 'done' }])
  expect(await sync.now(workspace)).toMatchObject({ state: 'synced', waitingChanges: 0 })
})

test('throws a refusal with its field and leaves nothing in the journal', async () => {
  const { changes } = wire((target, name, parameters, options) =>
    http.send(target, name, parameters, { ...options, body: { ...(options.body as object), title: 7 } }),
  )
  await expect(changes.createInsight(workspace, typed('x'), never)).rejects.toMatchObject({
    code: 'REFUSED',
    report: { fields: [{ path: ['title'] }] },
  })
  expect(await library.pendingChanges({ environment: 'staging' })).toEqual([])
})

test('restores the draft when the page goes away before the change is sent, or when the change is rejected', async () => {
  const { changes } = wire((target, name, parameters, options) =>
    http.send(target, name, parameters, { ...options, body: { ...(options.body as object), title: 7 } }),
  )
  const values = { type: 'FeatureRequest', title: 'Half sent', description: 'Riders ask for it.' }
  for (const signal of [AbortSignal.abort(), never]) {
    await library.saveDraft({ workspace, values, savedAt: '2025-01-01T00:00:00Z' })
    await expect(changes.createInsight(workspace, typed('Half sent'), signal)).rejects.toBeInstanceOf(AppError)
    expect(await library.pendingChanges({ environment: 'staging' })).toEqual([])
    expect(await library.readDraft({ workspace })).toMatchObject({ values })
    await library.discardDraft({ workspace })
  }
})

test('confirms a change from the list when its answer was lost', async () => {
  let sent = 0
  const { changes } = wire(async (...request) => {
    sent += 1
    await http.send(...request)
    throw new AppError('CONNECTION_LOST', 'Lost.')
  })
  const { insightId, state } = await changes.createInsight(workspace, typed('Lost and found'), never)
  expect(state).toBe('unknown')
  await untilSettled()
  expect(await insight(insightId)).toMatchObject({ pending: null })
  expect(sent).toBe(1)
})

test('settles a creation whose answer is nested thousands of levels deep', async () => {
  const nested = `${'['.repeat(6_000)}"\\u0041"${']'.repeat(6_000)}`
  const { send } = createServiceClient({
    fetch: async (url, init) => {
      await fetch(url, init)
      return new Response(`{"data":{"deep":${nested}}}`, { headers: { 'content-type': 'application/json' } })
    },
  })
  const { changes } = wire(send)
  const { insightId, state } = await changes.createInsight(workspace, typed('Deep'), never)
  expect(state).toBe('done')
  await untilSettled()
  expect(await insight(insightId)).toMatchObject({ pending: null })
})

test('reconciles a change that a killed app left in flight, in the next run over the same file', async () => {
  const ended = wire((...request) => http.send(...request).then(() => new Promise(() => {})))
  void ended.changes.createInsight(workspace, typed('Sent before the end'), never)
  const state = async () => (await library.pendingChanges({ environment: 'staging' }))[0]
  await expect.poll(state).toMatchObject({ state: 'sending', attempts: 1 })
  ended.sync.closeShown()
  await program.crash()
  const entry = await state()
  expect(await insight(entry?.targetId ?? '')).toMatchObject({ pending: { state: 'sending' } })

  const { sync, changes } = wire()
  await changes.recover('staging')
  expect(await state()).toMatchObject({ state: 'unknown' })
  await sync.now(workspace)
  await untilSettled()
  expect(await insight(entry?.targetId ?? '')).toMatchObject({ title: 'Sent before the end', pending: null })
})

test('shows a waiting insight while the service is unreachable and sends it when the service is back', async () => {
  let isAway = true
  const { changes, sync } = wire((...request) => {
    if (isAway) return Promise.reject(new AppError('CONNECTION_REFUSED', 'Nothing answers.'))
    return http.send(...request)
  })
  const { insightId, state } = await changes.createInsight(workspace, typed('Written on a train'), never)
  expect(state).toBe('waiting')
  expect(await insight(insightId)).toMatchObject({ title: 'Written on a train', pending: { state: 'waiting' } })
  expect(await sync.status(workspace)).toMatchObject({ waitingChanges: 1 })
  isAway = false
  await sync.now(workspace)
  await untilSettled()
  expect(await insight(insightId)).toMatchObject({ pending: null })
})

test('keeps everything that the library acknowledged when it crashes', async () => {
  const { sync } = wire()
  const { syncedAt } = await sync.now(workspace)
  await library.saveDraft({ workspace, values: { title: 'Half a thought' }, savedAt: '2025-01-01T00:00:00Z' })
  for (let crash = 0; crash < 2; crash += 1) {
    await program.crash()
    expect(await library.readDraft({ workspace })).toMatchObject({ values: { title: 'Half a thought' } })
  }
  expect(await sync.status(workspace)).toMatchObject({ state: 'synced', syncedAt, error: null })
})
