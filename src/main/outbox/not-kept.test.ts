// A change is journalled by a library that is killed before it can say so and stays down. Whatever the person was told
// holds after a restart of the app, and of a library in memory: with the real one in its own process, killed for real.
import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenLibrary } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import { startRecordingService } from '../../sandbox/testing/recording-service'
import { systemClock } from '../clock'
import { createLibraryClient } from '../library/library-client'
import { asForkedProcess, forkLibrary } from '../testing/forked-library'
import { buildLibraryProgram, type LibraryProgram } from '../testing/library-process'
import { http } from '../testing/real-parts'
import { wireOutbox } from '../testing/wire-outbox'
import { type Disowned, openDisowned } from './disowned'

const log = { info: () => {}, defect: () => 'id' }
const never = new AbortController().signal
const insight = { type: 'Bug', title: 'Typed once', description: 'It breaks.' } as const

let program: LibraryProgram
beforeAll(async () => {
  program = await buildLibraryProgram()
}, 60_000)
afterAll(() => program.remove())

/** Lives until a change was journalled: from then on each library process is killed as soon as it has started. */
function startDoomed() {
  let isDoomed = false
  const { library, endByForce } = createLibraryClient({
    fork() {
      const child = forkLibrary(program.folder)
      const forked = asForkedProcess(child)
      let adding = -1
      if (isDoomed) child.kill('SIGKILL')
      const on = (event: string, listener: (detail: never) => void) =>
        child.on(event, (detail) => {
          // The answer says that it is on the disk; it never arrives.
          const isKept = event === 'message' && (detail as { id: number }).id === adding
          if (isKept) isDoomed = child.kill('SIGKILL')
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

test.each([
  ['told that it was not kept', 'is given back and never sent', 0],
  ['killed before a word was said', 'is sent', 1],
] as const)(
  'a person who was %s: what was journalled %s',
  async (told, _, arrived) => {
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

    const doomed = startDoomed()
    await doomed.library.open(input)
    const disk = await openDisowned(path.join(folder, 'not-kept'))
    let asked = () => {}
    const wasAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    /** The process ends just before it writes. */
    const cutShort: Disowned = {
      ...disk,
      add() {
        asked()
        return new Promise(() => {})
      },
    }
    const isTold = told === 'told that it was not kept'
    const first = wireOutbox({ ...wiring, library: doomed.library, disowned: isTold ? disk : cutShort })
    const made = first.outbox.createInsight(workspace, insight, never)
    if (isTold) await expect(made).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
    else await wasAsked
    doomed.endByForce()

    const second = createLibraryClient({ fork: program.start, clock: systemClock, log })
    const { library } = second
    await library.open({ ...input, hadFile: true })
    expect(await library.pendingChanges({ environment: 'staging' })).toHaveLength(1)
    const next = wireOutbox({ ...wiring, library, disowned: await openDisowned(path.join(folder, 'not-kept')) })
    await next.outbox.recover('staging')
    // Before any list could be read: what it is not to be waits no longer.
    expect(await library.pendingChanges({ environment: 'staging' })).toHaveLength(isTold ? 0 : 1)
    await next.sync.now(workspace)
    await expect.poll(() => library.pendingChanges({ environment: 'staging' })).toEqual([])
    expect(service.creations.size).toBe(arrived)
    const draft = await library.readDraft({ workspace })
    expect(draft?.values.title).toBe(isTold ? insight.title : undefined)
    await next.sync.dispose()
    await second.dispose()
    await service.close()
  },
  30_000,
)

test('a session in memory has its activity, its metrics and what waits again after its library was killed', async () => {
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
  await library.settleChange({ environment, changeId: 'done', state: 'done', insight: null, settledAt })
  await library.settleChange({ environment, changeId: 'unlinked', state: 'discarded', error: null, settledAt })
  for (const [changeId, kind] of [
    ['failed', 'linkMetric'],
    ['opposite', 'unlinkMetric'],
  ] as const) {
    await library.addChange({ ...change, changeId, kind, targetId: 'shops' })
    await library.markChange({ environment, changeId, state: 'sending', error: null })
    if (changeId === 'failed') await library.markChange({ environment, changeId, state: 'failed', error: null })
  }
  await library.settleChange({ environment, changeId: 'opposite', state: 'done', insight: null, settledAt })
  const told = async () => ({
    isUndone: await library.isSuperseded({ environment, changeId: 'failed' }),
    metrics: await library.listMetrics({ workspace }),
    waiting: await library.pendingChanges({ environment }),
    activity: (await library.queryActivity({ environment, workspace, text: '', offset: 0, limit: 9 })).rows,
  })
  const before = await told()
  expect(before.activity.map(({ state }) => state).toSorted()).toEqual([
    'discarded',
    'done',
    'done',
    'failed',
    'waiting',
  ])
  // It must not be sent again over the later wish, before and after.
  expect(before.isUndone).toBe(true)
  await program.crash()
  expect(await told()).toEqual(before)
  await dispose()
})
