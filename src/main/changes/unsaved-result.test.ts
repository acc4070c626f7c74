// A change that took effect at the service while its result could not be stored in the journal.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { failing, never, setUp, staging, typed } from '../testing/changes-setting'
import { createFakeService } from '../testing/fake-service'
import { createManualClock, settle } from '../testing/manual-clock'
import { createTestLibrary } from '../testing/test-library'
import { wireChanges } from '../testing/wire-changes'

/** The service has no unique ids, so it would show an insight that is sent twice. */
function setUpWithoutUniqueIds() {
  const library = createTestLibrary()
  const clock = createManualClock()
  const service = createFakeService({ hasUniqueIds: false })
  const app = wireChanges({ client: service.client, library, clock, newId: randomUUID })
  const waiting = async () => (await library.pendingChanges({ environment: 'staging' })).length
  return { ...app, library, clock, service, waiting }
}

test('creates the insight once when a list that was requested earlier arrives without it', async () => {
  const { sync, changes, library, service, clock, waiting } = setUpWithoutUniqueIds()
  const { streamList } = service.client
  let answerOld = () => {}
  Object.assign(service.client, {
    streamList: async (_: unknown, __: unknown, { onBytes }: Parameters<typeof streamList>[2]) => {
      Object.assign(service.client, { streamList })
      await new Promise<void>((resolve) => {
        answerOld = resolve
      })
      await onBytes(new TextEncoder().encode('{"data":[]}'))
      return { state: 'read', validators: null }
    },
  })
  sync.open(staging)
  await settle()
  const { settleChange } = library
  library.settleChange = failing('DISK_FULL')
  expect(await changes.createInsight(staging, typed('once'), never)).toMatchObject({ state: 'done' })
  expect(await waiting()).toBe(1)
  library.settleChange = settleChange
  answerOld()
  await settle()
  await clock.advance(60_000)
  expect(service.titles(staging)).toEqual(['once'])
  expect(library.settled).toMatchObject([{ state: 'done' }])
  expect(await waiting()).toBe(0)
})

test('creates the insight once when a sync that had already read the list ends', async () => {
  const { sync, changes, library, service, clock, waiting } = setUpWithoutUniqueIds()
  const { onList } = service
  let failKnowledge = () => {}
  service.onList = (arrive, list) =>
    list === 'listInsights'
      ? arrive()
      : new Promise((_, reject) => {
          failKnowledge = () => reject(new AppError('LIBRARY_UNAVAILABLE', 'It stopped.'))
        })
  sync.open(staging)
  await settle()
  const { settleChange } = library
  library.settleChange = failing('LIBRARY_UNAVAILABLE')
  await changes.createInsight(staging, typed('once'), never)
  library.settleChange = settleChange
  service.onList = onList
  failKnowledge()
  await clock.advance(60_000)
  expect(service.titles(staging)).toEqual(['once'])
  expect(await waiting()).toBe(0)
})

test('settles a deletion as done although a sync that began earlier does not confirm it', async () => {
  const { sync, changes, library, service, clock } = setUp()
  const knowledgeId = randomUUID()
  service.knowledge(staging).push({ id: knowledgeId })
  await sync.now(staging)
  const { settleChange } = library
  library.settleChange = failing('DISK_FULL')
  const { onList } = service
  let endOld = () => {}
  service.onList = async (arrive) => {
    service.onList = onList
    await arrive()
    await new Promise<void>((resolve) => {
      endOld = resolve
    })
  }
  const old = sync.now(staging)
  await settle()
  await changes.deleteKnowledge(staging, knowledgeId, never)
  library.settleChange = settleChange
  endOld()
  await old
  await clock.advance(60_000)
  expect(library.settled).toMatchObject([{ kind: 'deleteKnowledge', state: 'done' }])
})

test('immediately retries a settlement that failed once', async () => {
  const { create, library, states } = setUp()
  const { settleChange } = library
  library.settleChange = async () => {
    library.settleChange = settleChange
    throw new AppError('LIBRARY_UNAVAILABLE', 'It stopped.')
  }
  await create('x')
  expect(await states()).toEqual([])
})

test('refuses to discard a change that the service accepted while the result cannot be stored', async () => {
  const { changes, library, waiting, clock } = setUpWithoutUniqueIds()
  const { settleChange } = library
  library.settleChange = failing('DISK_FULL')
  const { changeId } = await changes.createInsight(staging, typed('accepted'), never)
  await expect(changes.discard(staging, changeId)).rejects.toMatchObject({ code: 'CONFLICT' })
  library.settleChange = settleChange
  await clock.advance(60_000)
  expect(library.settled).toMatchObject([{ changeId, state: 'done' }])
  expect(await waiting()).toBe(0)
})

test('does not resend a rejected change in the next run when the library could not store the refusal', async () => {
  const { create, service, library, restart, journal, clock } = setUp()
  service.onCreate = failing('FORBIDDEN')
  const { settleChange } = library
  library.settleChange = failing('LIBRARY_UNAVAILABLE', { retryable: true })
  await expect(create('x')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  for (let turn = 0; turn < 10; turn += 1) await settle()
  library.settleChange = settleChange
  service.onCreate = async (arrive) => arrive()
  const next = restart()
  await next.changes.recover('staging')
  await next.sync.now(staging)
  await clock.advance(100_000)
  expect(service.titles(staging)).toEqual([])
  expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
})
