// The facts that a decision of the queue depends on, one by one: which list reconciles a change, what a backoff covers,
// and which change needs review.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { failing, never, setUp, staging, typed } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'
import { libraryRetryMs } from './queue'

const sibling = { ...staging, workspaceId: randomUUID() }
const lists = ['insights', 'knowledge'] as const

test('ignores a list that was requested before the answer was lost, and one of another workspace', async () => {
  const { create, changes, service, clock, states } = setUp()
  const { onCreate } = service
  service.onList = failing('CONNECTION_REFUSED')
  service.onCreate = failing('CONNECTION_LOST')
  await clock.advance(1_000)
  await create('x')
  service.onCreate = onCreate
  await settle()
  changes.afterSync(staging, { startedMs: 999, lists, isByPerson: true })
  await settle()
  changes.afterSync(sibling, { startedMs: 1_001, lists, isByPerson: true })
  await settle()
  expect([await states(), service.titles(staging)]).toEqual([['unknown'], []])
  for (const [startedMs, state] of [
    [1_001, 'unknown'],
    [91_000, 'unknown'],
    [91_001, 'waiting'],
  ] as const) {
    changes.afterSync(staging, { startedMs, lists, isByPerson: true })
    await settle()
    expect([await states(), service.titles(staging)]).toEqual([[state], []])
  }
})

test('ignores a list that was requested before the library was opened again, and requests a new one', async () => {
  const { create, changes, service, clock, states } = setUp()
  const { onCreate, onList } = service
  service.onList = failing('CONNECTION_REFUSED')
  service.onCreate = failing('CONNECTION_LOST')
  await create('x')
  service.onCreate = onCreate
  await clock.advance(91_000)
  const startedMs = clock.monotonicMs()
  changes.afterSync(staging, { startedMs: startedMs - 90_500, lists, isByPerson: true })
  await settle()
  await clock.advance(1_000)
  await changes.recover('staging')
  await settle()
  // A sync that was under way meanwhile.
  changes.afterSync(staging, { startedMs, lists, isByPerson: true })
  await settle()
  expect([await states(), service.titles(staging)]).toEqual([['unknown'], []])
  service.onList = onList
  await clock.advance(600_000)
  // Two lists of the opened library lack it, so it is for the person to send again.
  expect([await states(), service.titles(staging)]).toEqual([['waiting'], []])
})

test('ignores a list for a change whose result the library could not store yet', async () => {
  const { create, changes, service, clock, library, states } = setUp()
  const { settleChange } = library
  library.settleChange = failing('LIBRARY_UNAVAILABLE', { retryable: true })
  service.onList = failing('CONNECTION_REFUSED')
  expect(await create('x')).toMatchObject({ state: 'done' })
  // Two lists that lack it, far enough apart, would show that it never arrived.
  for (const afterMs of [1, 90_001]) {
    changes.afterSync(staging, { startedMs: clock.monotonicMs() + afterMs, lists, isByPerson: true })
    await settle()
  }
  expect([service.arrivals(), await states()]).toEqual([1, ['sending']])
  library.settleChange = settleChange
  await clock.advance(60_000)
  expect([service.arrivals(), library.settled]).toMatchObject([1, [{ state: 'done' }]])
})

test('retries only one change of the environment at a time while the service cannot be reached', async () => {
  const { create, service, clock } = setUp()
  let tries = 0
  service.onCreate = async () => {
    tries += 1
    throw new AppError('CONNECTION_REFUSED', 'It failed.', { retryable: true })
  }
  await create('x')
  await create('next door', sibling)
  await settle()
  expect(tries).toBe(2)
  await clock.advance(1_000)
  expect(tries).toBe(3)
})

test('does not back off when the environment is locked while a change is being prepared', async () => {
  const lock = { isOn: false, isNext: true }
  const findTarget = async (workspace: typeof staging) => {
    lock.isOn = lock.isNext
    return { workspace, baseAddress: 'https://service.example', token: 't', relationships: null }
  }
  const { create, changes, service } = setUp({ isLocked: () => lock.isOn, findTarget })
  expect(await create('x')).toMatchObject({ state: 'waiting', error: { code: 'ENVIRONMENT_LOCKED' } })
  await settle()
  Object.assign(lock, { isOn: false, isNext: false })
  changes.wake('staging')
  await settle()
  expect(service.titles(staging)).toEqual(['x'])
})

test('ends the backoff of the workspace when a change is accepted', async () => {
  const { create, service } = setUp()
  const { onCreate } = service
  service.onCreate = failing('TLS_UNTRUSTED')
  await create('waits')
  await settle()
  service.onCreate = onCreate
  await create('accepted')
  await settle()
  expect([...service.titles(staging)].sort()).toEqual(['accepted', 'waits'])
})

test('clears the retry time of a change in review once another change is accepted', async () => {
  const { create, service, library, journal } = setUp()
  const { onCreate } = service
  service.onCreate = failing('TLS_UNTRUSTED')
  await create('waits')
  await settle()
  await library.requireReviewOfAll('staging')
  expect(await journal()).toMatchObject([{ retryAt: expect.any(String) }])
  service.onCreate = onCreate
  await create('accepted')
  await settle()
  expect(await journal()).toMatchObject([{ needsReview: true, retryAt: null }])
})

test('drains again if the library was unavailable when a backoff ended', async () => {
  const { create, service, clock, library } = setUp()
  const { onCreate } = service
  const { pendingChanges } = library
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('x')
  await settle()
  service.onCreate = onCreate
  library.pendingChanges = failing('LIBRARY_UNAVAILABLE', { retryable: true })
  await clock.advance(1_000)
  library.pendingChanges = pendingChanges
  await clock.advance(30_000)
  expect(service.titles(staging)).toEqual(['x'])
})

test('decides again about a change of unknown outcome whose review could not be stored on a full disk', async () => {
  const { create, changes, service, clock, library, journal } = setUp()
  const { moveChange } = library
  service.onList = failing('CONNECTION_REFUSED')
  service.onCreate = failing('CONNECTION_LOST')
  await create('x')
  await clock.advance(100_000)
  changes.afterSync(staging, { startedMs: 1_000, lists, isByPerson: true })
  await settle()
  library.moveChange = failing('DISK_FULL')
  changes.afterSync(staging, { startedMs: 99_000, lists, isByPerson: true })
  await settle()
  expect(await journal()).toMatchObject([{ state: 'unknown' }])
  library.moveChange = moveChange
  await clock.advance(libraryRetryMs)
  expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
})

test('leaves a deletion to the call that submits it, even if the library stops while storing it', async () => {
  const { changes, clock, library, service } = setUp()
  const { addChange } = library
  service.knowledge(staging).push({ id: 'k' })
  library.addChange = async (change) => {
    await addChange(change)
    // Everything is looked at now, and a deletion that nobody works on would be dropped.
    changes.afterSync(staging, { startedMs: clock.monotonicMs(), lists, isByPerson: true })
    await settle()
    throw new AppError('LIBRARY_UNAVAILABLE', 'It stopped.')
  }
  await changes.deleteKnowledge(staging, 'k', never)
  expect(service.requests).toEqual(['deleteKnowledgeItem k'])
  expect(library.settled).toMatchObject([{ state: 'done' }])
})

test('tries a rejected token only once more, after a list requested since the refusal', async () => {
  const { create, changes, service, clock } = setUp()
  let tries = 0
  service.onCreate = async () => {
    tries += 1
    throw new AppError('UNAUTHENTICATED', 'Sign in.', { status: 401 })
  }
  await clock.advance(1_000)
  await create('x')
  await settle()
  changes.afterSync(staging, { startedMs: 999, lists, isByPerson: false })
  await settle()
  expect(tries).toBe(1)
  for (const startedMs of [1_000, 1_001, 1_002]) {
    changes.afterSync(staging, { startedMs, lists, isByPerson: false })
    await settle()
  }
  expect(tries).toBe(2)
})

test.each(['CONNECTION_REFUSED', 'CONNECTION_LOST'] as const)(
  'asks for review again after an approved attempt ends with %s',
  async (code) => {
    const { create, changes, service, clock, library, journal } = setUp()
    const { onCreate } = service
    service.onCreate = failing('CONNECTION_REFUSED')
    const { changeId } = await create('x')
    await settle()
    await library.requireReviewOfAll('staging')
    service.onCreate = failing(code)
    await changes.send(staging, [changeId], never)
    service.onCreate = onCreate
    await clock.advance(600_000)
    expect(service.titles(staging)).toEqual([])
    expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
  },
)

test('asks for review again after the answer to an approved link is lost, and does not resend the link', async () => {
  const { changes, service, clock, library, journal } = setUp()
  service.onSend = failing('CONNECTION_REFUSED')
  const { changeId } = await changes.relateMetric(staging, 'signups', 'add', [randomUUID()], never)
  await settle()
  await library.requireReviewOfAll('staging')
  service.onSend = failing('CONNECTION_LOST')
  await changes.send(staging, [changeId], never)
  service.onSend = async (arrive) => arrive()
  await clock.advance(600_000)
  expect(service.requests).toEqual([])
  expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
})

test('asks for review again when the library stops after it marked an approved link as sending', async () => {
  const { changes, service, clock, library, journal } = setUp()
  service.onSend = failing('CONNECTION_REFUSED')
  const { changeId } = await changes.relateMetric(staging, 'signups', 'add', [randomUUID()], never)
  await settle()
  await library.requireReviewOfAll('staging')
  service.onSend = async (arrive) => arrive()
  const { moveChange } = library
  library.moveChange = async (move) => {
    library.moveChange = moveChange
    await moveChange(move)
    throw new AppError('LIBRARY_UNAVAILABLE', 'It stopped.')
  }
  await changes.retry(staging, changeId)
  expect(await journal()).toMatchObject([{ state: 'sending', needsReview: false }])
  await clock.advance(600_000)
  expect(service.requests).toEqual([])
  expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
})

test('sends nothing when the call is stopped while the change is being stored', async () => {
  const { changes, library, service, states } = setUp()
  const stop = new AbortController()
  const { addChange } = library
  library.addChange = async (change) => {
    const added = await addChange(change)
    stop.abort()
    return added
  }
  const made = changes.createInsight(staging, typed('x'), stop.signal)
  await expect(made).rejects.toMatchObject({ code: 'CANCELLED' })
  expect([service.arrivals(), await states()]).toEqual([0, []])
})

test('asks for review of a waiting change if the address changes before the change is confirmed', async () => {
  const { create, changes, service, journal } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('x')
  changes.revokeApprovals('staging')
  await settle()
  expect(await journal()).toMatchObject([{ needsReview: true }])
})
