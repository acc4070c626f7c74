// The real library in its own process, killed after it stored a change and before it answered.
import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenLibrary } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import { markChange, settleChange } from '../../library/testing/moved-changes'
import { startRecordingService } from '../../sandbox/testing/recording-service'
import { systemClock } from '../clock'
import { createLibraryClient } from '../library/library-client'
import { asForkedProcess, forkLibrary } from '../testing/forked-library'
import { buildLibraryProgram, type LibraryProgram } from '../testing/library-process'
import { http } from '../testing/real-parts'
import { wireChanges } from '../testing/wire-changes'

const log = { info: () => {}, defect: () => 'id' }
const never = new AbortController().signal
const insight = { type: 'Bug', title: 'Typed once', description: 'It breaks.' } as const

let program: LibraryProgram
beforeAll(async () => {
  program = await buildLibraryProgram()
})
afterAll(() => program.remove())

/** The library process is killed when it has journalled a change, and each later one as soon as it has started. */
function startLibraryKilledAfterAdd() {
  let isKillingAll = false
  const { library, endByForce } = createLibraryClient({
    fork() {
      const child = forkLibrary(program.folder)
      const forked = asForkedProcess(child)
      let adding = -1
      if (isKillingAll) child.kill('SIGKILL')
      const on = (event: string, listener: (detail: never) => void) =>
        child.on(event, (detail) => {
          // The answer that would confirm the change to main is dropped.
          const isAnswerToAdd = event === 'message' && (detail as { id: number }).id === adding
          if (isAnswerToAdd) isKillingAll = child.kill('SIGKILL')
          else listener(detail as never)
        })
      const postMessage = (message: unknown) => {
        const { id, method } = message as { id: number; method: string }
        if (method === 'addChange') adding = id
        forked.postMessage(message)
      }
      return { ...forked, on, postMessage, kill: forked.kill }
    },
    clock: systemClock,
    log,
  })
  return { library, endByForce }
}

test('requires review in the next run of a change that was stored but reported as not stored', async () => {
  const service = await startRecordingService(() => 0.99)
  const { organisationId, workspaceId, baseUrl: baseAddress } = service
  const workspace: WorkspaceRef = { environment: 'staging', organisationId, workspaceId }
  const folder = path.join(program.folder, randomUUID())
  const input: OpenLibrary = {
    ...{ environment: 'staging', file: path.join(folder, 'staging.db'), key: randomBytes(32).toString('hex') },
    generation: randomUUID(),
  }
  const findTarget = async () => ({ workspace, baseAddress, token: 't', relationships: null })
  const wiring = { client: http, findTarget, clock: systemClock, newId: randomUUID }

  const killed = startLibraryKilledAfterAdd()
  await killed.library.open(input)
  const first = wireChanges({ ...wiring, library: killed.library })
  const made = first.changes.createInsight(workspace, insight, never)
  await expect(made).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
  killed.endByForce()

  const second = createLibraryClient({ fork: program.start, clock: systemClock, log })
  const { library } = second
  await library.open({ ...input, hadFile: true })
  expect(await library.pendingChanges({ environment: 'staging' })).toHaveLength(1)
  const next = wireChanges({ ...wiring, library })
  await next.changes.recover('staging')
  await next.sync.now(workspace)
  const [entry] = await library.pendingChanges({ environment: 'staging' })
  expect(entry).toMatchObject({ state: 'waiting', needsReview: true, body: { title: insight.title } })
  expect(service.creations.size).toBe(0)
  await next.changes.send(workspace, [entry?.changeId ?? ''], never)
  expect(service.creations.size).toBe(1)
  await next.sync.dispose()
  await second.dispose()
  await service.close()
})

test('restores activity, metrics and pending changes of an in-memory session after its library is killed', async () => {
  const workspace: WorkspaceRef = { environment: 'staging', organisationId: randomUUID(), workspaceId: randomUUID() }
  const environment = 'staging'
  const { library, dispose } = createLibraryClient({ fork: program.start, clock: systemClock, log })
  await library.open({ environment, file: null, key: null, generation: 'memory' })
  const change = { workspace, createdAt: '2026-01-02T10:00:00.000Z', body: { outcomeIds: ['goal'] } } as const
  await library.saveMetric({
    workspace,
    metricId: 'riders',
    label: 'Weekly riders',
    addedAt: '2026-01-02T10:00:00.000Z',
  })
  for (const changeId of ['done', 'waits', 'unlinked']) {
    await library.addChange({
      ...change,
      changeId,
      kind: changeId === 'unlinked' ? 'unlinkMetric' : 'linkMetric',
      targetId: 'riders',
    })
  }
  const settledAt = '2026-01-02T10:01:00.000Z'
  await settleChange(library, { environment, changeId: 'done', state: 'done', insight: null, settledAt })
  await settleChange(library, { environment, changeId: 'unlinked', state: 'discarded', error: null, settledAt })
  for (const [changeId, kind] of [
    ['failed', 'linkMetric'],
    ['opposite', 'unlinkMetric'],
  ] as const) {
    await library.addChange({ ...change, changeId, kind, targetId: 'shops' })
    await markChange(library, { environment, changeId, state: 'sending', error: null })
    if (changeId === 'failed') await markChange(library, { environment, changeId, state: 'failed', error: null })
  }
  await settleChange(library, { environment, changeId: 'opposite', state: 'done', insight: null, settledAt })
  const snapshot = async () => ({
    isSuperseded: await library.isSuperseded({ environment, changeId: 'failed' }),
    metrics: await library.listMetrics({ workspace }),
    waiting: await library.pendingChanges({ environment }),
    activity: (await library.queryActivity({ environment, workspace, text: '', offset: 0, limit: 9 })).rows,
  })
  const before = await snapshot()
  expect(before.activity.map(({ state }) => state).toSorted()).toEqual([
    'discarded',
    'done',
    'done',
    'failed',
    'waiting',
  ])
  expect(before.isSuperseded).toBe(true)
  await program.crash()
  expect(await snapshot()).toEqual(before)
  await dispose()
})
