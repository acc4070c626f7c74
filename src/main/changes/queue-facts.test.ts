// The facts that a decision of the queue depends on, one by one: which list counts as evidence, what a backoff covers,
// and which change needs review.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { failing, never, setUp, staging, typed } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'

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

test('ignores a list for a change whose result the library could not store yet', async () => {
  const { create, changes, service, clock, library } = setUp()
  const { settleChange } = library
  library.settleChange = failing('LIBRARY_UNAVAILABLE', { retryable: true })
  service.onList = failing('CONNECTION_REFUSED')
  expect(await create('x')).toMatchObject({ state: 'done' })
  changes.afterSync(staging, { startedMs: clock.monotonicMs() + 1, lists, isByPerson: true })
  await settle()
  expect(service.arrivals()).toBe(1)
  library.settleChange = settleChange
  await clock.advance(60_000)
  expect([service.arrivals(), library.settled]).toMatchObject([1, [{ state: 'done' }]])
})

test('tries one change of the environment at a time while the service cannot be reached', async () => {
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

test('drains again when the library was unavailable as a backoff ended', async () => {
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

test('does not send a change that is claimed by the call that submits it', async () => {
  const { create, changes, library } = setUp()
  const { addChange } = library
  library.addChange = async (change) => {
    const added = await addChange(change)
    changes.wake('staging')
    await settle()
    return added
  }
  expect(await create('x')).toMatchObject({ state: 'done' })
})

test('tries a refused token once more when a list was requested after the refusal', async () => {
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
  'asks for review again after an approved attempt ended with %s',
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

test('asks for review of a waiting change when the address changes before it is confirmed', async () => {
  const { create, changes, service, journal } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('x')
  changes.revokeApprovals('staging')
  await settle()
  expect(await journal()).toMatchObject([{ needsReview: true }])
})
