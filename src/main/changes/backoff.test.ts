// When the queue holds changes back: backoff, open circuit, a pause that the service asked for, review, lock.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { markChange } from '../../library/testing/moved-changes'
import { orderedMs } from '../schedule/order'
import { failing, failingService, never, production, setUp, staging } from '../testing/changes-setting'
import type { FakeService } from '../testing/fake-service'
import { settle } from '../testing/manual-clock'

test('opens the circuit after five failures, then tries every few minutes or when the person syncs', async () => {
  const { create, service, clock, sync, states } = setUp()
  service.onCreate = failingService
  let tries = 0
  service.onCreate = async () => {
    tries += 1
    return failingService()
  }
  await create('x')
  await clock.advance(240_000)
  expect(tries).toBe(5)
  expect(await states()).toEqual(['unknown'])
  await sync.requireSync(staging)
  await settle()
  expect(tries).toBe(5)
  await sync.now(staging)
  await settle()
  expect(tries).toBe(6)
  // The person's sync resets the schedule: four backoffs, then one try every 270 s.
  await clock.advance(240_000)
  expect(tries).toBe(10)
  await clock.advance(2_700_000)
  expect(tries).toBe(20)
})

test('sends nothing during a pause that the service asked for, not even a new change by the person', async () => {
  const { create, service, clock } = setUp()
  let tries = 0
  service.onCreate = async () => {
    tries += 1
    throw new AppError('RATE_LIMITED', 'Slow down.', { retryAfterMs: 60_000 })
  }
  expect(await create('x')).toMatchObject({ state: 'waiting', error: { code: 'RATE_LIMITED' } })
  expect(await create('y')).toMatchObject({ state: 'waiting', error: { code: 'RATE_LIMITED' } })
  await clock.advance(59_999)
  expect(tries).toBe(1)
  service.onCreate = async (arrive) => arrive()
  await clock.advance(1)
  expect(service.titles(staging)).toEqual(['x', 'y'])
})

test('keeps a change that was rejected in the background as failed until it is retried or discarded', async () => {
  const { create, service, sync, journal, changes, library } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  const first = await create('first')
  const second = await create('second')
  service.onCreate = failing('FORBIDDEN')
  await sync.now(staging)
  await settle()
  expect(await journal()).toMatchObject([
    { state: 'failed', error: { code: 'FORBIDDEN' } },
    { state: 'failed', error: { code: 'FORBIDDEN' } },
  ])
  service.onCreate = async (arrive) => arrive()
  await sync.now(staging)
  await settle()
  expect(service.titles(staging)).toEqual([])
  await changes.retry(staging, first.changeId)
  await changes.discard(staging, second.changeId)
  expect(service.titles(staging)).toEqual(['first'])
  expect(await journal()).toEqual([])
  expect(library.settled.map(({ state }) => state)).toEqual(['done', 'discarded'])
  await expect(changes.retry(staging, 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(changes.discard(staging, 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('discard waits for the request in flight and throws NOT_FOUND when the change is done by then', async () => {
  const { create, service, changes, journal } = setUp()
  let answer = () => {}
  service.onCreate = (arrive) =>
    new Promise((resolve) => {
      answer = () => resolve(arrive())
    })
  const created = create('x')
  await settle()
  const [entry] = await journal()
  const discarded = expect(changes.discard(staging, entry?.changeId ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await settle()
  answer()
  await discarded
  expect(await created).toMatchObject({ state: 'done' })
})

test('sends nothing to a locked environment', async () => {
  let locked = false
  const { create, service, sync, changes, states } = setUp({ isLocked: () => locked })
  service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await create('x')
  locked = true
  service.onCreate = async (arrive) => arrive()
  await sync.now(staging)
  await settle()
  expect(service.arrivals()).toBe(0)
  await expect(create('y')).rejects.toMatchObject({ code: 'ENVIRONMENT_LOCKED' })
  await expect(changes.retry(staging, changeId)).rejects.toMatchObject({ code: 'ENVIRONMENT_LOCKED' })
  expect(await states()).toEqual(['waiting'])
})

test('sends a queued change to production only when the person approves it', async () => {
  const { create, service, sync, changes, states } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await create('x', production)
  service.onCreate = async (arrive) => arrive()
  await sync.now(production)
  await settle()
  expect(await states('production')).toEqual(['waiting'])
  await changes.retry(production, changeId)
  expect(service.titles(production)).toEqual(['x'])
})

test('sends changes from a rebuilt library only when the person approves them, even outside production', async () => {
  const { create, service, sync, changes, states, library, clock } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await create('x')
  const lost = await create('y')
  await settle()
  await markChange(library, { environment: 'staging', changeId: lost.changeId, state: 'sending', error: null })
  await library.requireReviewOfAll('staging')
  service.onCreate = async (arrive) => arrive()
  await changes.recover('staging')
  await clock.advance(600_000)
  await sync.now(staging)
  await settle()
  // The change that was in flight is reconciled as missing, and needs review like the other.
  expect(await states()).toEqual(['waiting', 'waiting'])
  expect(service.arrivals()).toBe(0)
  expect(await sync.status(staging)).toMatchObject({ waitingChanges: 2, changesToReview: 2 })
  expect(await changes.send(staging, [changeId], never)).toMatchObject({ sent: 1, waiting: 0 })
  expect(service.titles(staging)).toEqual(['x'])
  expect(await create('made since')).toMatchObject({ state: 'done' })
})

test('reconciles an unknown outcome in production, and asks for review when the change did not arrive', async () => {
  const { create, service, states, changes, clock } = setUp()
  service.onCreate = failing('CONNECTION_LOST')
  const { changeId } = await create('x', production)
  await clock.advance(600_000)
  expect(await states('production')).toEqual(['waiting'])
  service.onCreate = async (arrive) => arrive()
  await changes.retry(production, changeId)
  expect(service.titles(production)).toEqual(['x'])
})

test('reconciles a change in another workspace of the same environment', async () => {
  const other = { ...staging, workspaceId: randomUUID() }
  const { create, service, sync, states, clock } = setUp()
  const { onList } = service
  service.onList = failing('CONNECTION_REFUSED')
  service.onCreate = failingService
  await create('x', other)
  await settle()
  expect(await states()).toEqual(['unknown'])
  service.onList = onList
  service.onCreate = async (arrive) => arrive()
  await clock.advance(5_000)
  sync.open(staging)
  await settle()
  await settle()
  expect(service.titles(other)).toEqual(['x'])
  expect(service.titles(staging)).toEqual([])
})

test('backs off the workspace after a sign-in failure, the environment after a connection failure', async () => {
  const nextDoor = { ...staging, workspaceId: randomUUID() }
  const { create, service, clock } = setUp()
  const { onCreate } = service
  service.onCreate = failing('UNAUTHENTICATED', { status: 401 })
  await create('needs sign-in')
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('offline next door', nextDoor)
  service.onCreate = onCreate
  await clock.advance(900)
  expect(service.titles(nextDoor)).toEqual([])
  await clock.advance(200)
  expect([service.titles(nextDoor), service.titles(staging)]).toEqual([['offline next door'], []])
  await clock.advance(300_000)
  expect(service.titles(staging)).toEqual(['needs sign-in'])
})

/** The person saves another token while a change is in flight with the old one, which the service then rejects. */
async function withRejectedToken(later: () => Promise<unknown>, listLater?: FakeService['onList']) {
  const app = setUp()
  const { sync, service, create } = app
  sync.open(staging)
  await settle()
  let reject401 = () => {}
  let tries = 0
  service.onCreate = (arrive) => {
    tries += 1
    if (tries > 1) return later().then(arrive)
    return new Promise((_, reject) => {
      reject401 = () => reject(new AppError('UNAUTHENTICATED', 'Sign in.', { status: 401 }))
    })
  }
  const made = create('with the old token')
  await settle()
  sync.open(staging)
  await settle()
  const beforeMs = orderedMs(app.clock)
  // Otherwise a list is read with the new token as soon as the change is rejected.
  service.onList = listLater ?? service.onList
  reject401()
  await made
  return { ...app, beforeMs, tries: () => tries }
}

test('resends a change rejected for its token as soon as a list is read with the new token', async () => {
  const { service, clock } = await withRejectedToken(async () => {})
  await clock.advance(1_000)
  expect(service.titles(staging)).toEqual(['with the old token'])
})

test('leaves a change to its backoff after a list that was requested before its token was rejected', async () => {
  const { changes, beforeMs, tries } = await withRejectedToken(
    async () => {},
    () => new Promise(() => {}),
  )
  changes.afterSync(staging, { startedMs: beforeMs, lists: ['insights'], isByPerson: false })
  await settle()
  expect(tries()).toBe(1)
})

test('tries every few minutes when the service accepts the token for reading only', async () => {
  const { clock, tries, states } = await withRejectedToken(failing('UNAUTHENTICATED', { status: 401 }))
  await clock.advance(240_000)
  expect(tries()).toBe(2)
  await clock.advance(2_700_000)
  expect(tries()).toBe(12)
  expect(await states()).toEqual(['waiting'])
})

test('tries a waiting change and its open workspace every few minutes while the service rejects the token', async () => {
  const { create, service, clock, sync } = setUp()
  sync.open(staging)
  await settle()
  const { onCreate, onList } = service
  let lists = 0
  service.onList = async () => {
    lists += 1
    return failing('UNAUTHENTICATED', { status: 401 })()
  }
  service.onCreate = failing('UNAUTHENTICATED', { status: 401 })
  await create('waits')
  await clock.advance(3_600_000)
  expect([lists > 8, lists < 20]).toEqual([true, true])
  Object.assign(service, { onCreate, onList })
  await clock.advance(400_000)
  expect(service.titles(staging)).toEqual(['waits'])
})

test('requests the list that a rejected token kept back once a change goes out with the same token', async () => {
  const { create, service, sync } = setUp()
  const { onList } = service
  let lists = 0
  let isRejected = true
  service.onList = async (arrive, list) => {
    if (list === 'listInsights') lists += 1
    return isRejected ? failing('UNAUTHENTICATED', { status: 401 })() : onList(arrive, list)
  }
  sync.open(staging)
  await settle()
  // A service may accept a token for changes only.
  await create('first')
  await settle()
  expect([lists, (await sync.status(staging)).state]).toEqual([2, 'sign-in-needed'])
  isRejected = false
  await create('second')
  await settle()
  expect([lists, (await sync.status(staging)).state]).toEqual([3, 'synced'])
  await create('third')
  await settle()
  expect(lists).toBe(3)
})

test('requests a list again that is rejected after a change went out with the same token', async () => {
  const { create, service, sync } = setUp()
  const { onList } = service
  let lists = 0
  let reject: () => void = () => {}
  service.onList = async (arrive, list) => {
    if (list !== 'listInsights') return onList(arrive, list)
    lists += 1
    if (lists > 1) return onList(arrive, list)
    await new Promise<void>((resolve) => {
      reject = resolve
    })
    return failing('UNAUTHENTICATED', { status: 401 })()
  }
  sync.open(staging)
  await settle()
  await create('first')
  await settle()
  reject()
  await settle()
  expect([lists, (await sync.status(staging)).state]).toEqual([2, 'synced'])
})

test('ends the backoff for all changes when the service answers one with a refusal', async () => {
  const { create, service, clock } = setUp()
  const { onCreate } = service
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('waits')
  await clock.advance(100)
  service.onCreate = async () => {
    service.onCreate = onCreate
    return failing('REFUSED')()
  }
  await expect(create('rejected')).rejects.toMatchObject({ code: 'REFUSED' })
  await clock.advance(1)
  expect(service.titles(staging)).toEqual(['waits'])
})

test('closes an open circuit at once when the person saves another token', async () => {
  const { create, changes, service, clock } = setUp()
  const { onCreate } = service
  let tries = 0
  service.onCreate = async () => {
    tries += 1
    return failingService()
  }
  await create('waits')
  while (tries < 5) await clock.advance(1_000)
  service.onCreate = onCreate
  await changes.wake('staging')
  await settle()
  expect(service.titles(staging)).toEqual([])
  await changes.tryAgain('staging')
  await settle()
  expect(service.titles(staging)).toEqual(['waits'])
})

test('keeps the backoff of the queue when a retry is not allowed', async () => {
  const { create, changes, service, clock, journal } = setUp()
  const { onCreate } = service
  service.onCreate = failing('REFUSED', { status: 400, fields: [{ path: ['id'], message: 'It exists.' }] })
  const { changeId } = await create('taken')
  await clock.advance(60_000)
  expect(await journal()).toMatchObject([{ state: 'failed' }])
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('waits')
  await expect(changes.retry(staging, changeId)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  service.onCreate = onCreate
  await clock.advance(120_000)
  expect(service.titles(staging)).toEqual(['waits'])
})

test('sends later changes even when an earlier one’s id is taken and no list can be read', async () => {
  const { create, service, clock } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  service.onList = failing('ANSWER_TOO_LARGE', { retryable: false })
  await create('first')
  await create('second')
  let requests = 0
  service.onCreate = async (arrive) => {
    requests += 1
    if (requests === 1) throw new AppError('UNEXPECTED_STATUS', 'It exists.', { status: 409, retryable: false })
    return arrive()
  }
  await clock.advance(3_600_000)
  expect(service.titles(staging)).toEqual(['second'])
})

test('sends later changes even when the service fails an earlier one each time', async () => {
  const { create, changes, service, clock, states } = setUp()
  service.onSend = failing('CONNECTION_REFUSED')
  service.onCreate = failing('CONNECTION_REFUSED')
  await changes.relateMetric(staging, 'signups', 'add', [randomUUID()], never)
  await create('first')
  await create('second', { ...staging, workspaceId: randomUUID() })
  service.onSend = failingService
  service.onCreate = async (arrive) => arrive()
  await clock.advance(600_000)
  expect(service.arrivals()).toBe(2)
  expect(await states()).toEqual(['unknown'])
})
