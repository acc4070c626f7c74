// When the queue waits: for the service, and for the person's approval.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { markChange } from '../../library/testing/moved-changes'
import { failing, never, production, setUp, staging } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'

test('a service that keeps failing is tried five times and then now and then, or when the person acts', async () => {
  const { create, service, clock, sync, states } = setUp()
  service.onCreate = failing('SERVICE_FAILED')
  let tries = 0
  service.onCreate = async () => {
    tries += 1
    throw new AppError('SERVICE_FAILED', 'It failed.')
  }
  await create('x')
  await clock.advance(240_000)
  expect(tries).toBe(5)
  expect(await states()).toEqual(['unknown'])
  await sync.fresh(staging)
  await settle()
  expect(tries).toBe(5)
  await sync.now(staging)
  await settle()
  expect(tries).toBe(6)
  // What the person asked for begins anew, and then there are 270 s from one try to the next.
  await clock.advance(240_000)
  expect(tries).toBe(10)
  await clock.advance(2_700_000)
  expect(tries).toBe(20)
})

test('a pause that the service asks for holds for the person too', async () => {
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

test('a refusal in the background stays as failed until it is retried or discarded', async () => {
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
  await expect(changes.retry(staging, first.changeId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(changes.discard(staging, 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('discarding waits for a change that is on its way, which may turn out done', async () => {
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

test('nothing is sent to a locked environment', async () => {
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

test('production: what was queued is sent only at the word of the person', async () => {
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

test('what came out of a rebuilt library is sent only at the word of the person, in any environment', async () => {
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
  // What may have arrived was looked for, and waits with the others.
  expect(await states()).toEqual(['waiting', 'waiting'])
  expect(service.arrivals()).toBe(0)
  expect(await sync.status(staging)).toMatchObject({ waitingChanges: 2, changesToReview: 2 })
  expect(await changes.send(staging, [changeId], never)).toMatchObject({ sent: 1, waiting: 0 })
  expect(service.titles(staging)).toEqual(['x'])
  expect(await create('made since')).toMatchObject({ state: 'done' })
})

test('production: an unknown outcome is looked into, and what did not arrive waits for the word', async () => {
  const { create, service, states, changes, clock } = setUp()
  service.onCreate = failing('CONNECTION_LOST')
  const { changeId } = await create('x', production)
  await clock.advance(600_000)
  expect(await states('production')).toEqual(['waiting'])
  service.onCreate = async (arrive) => arrive()
  await changes.retry(production, changeId)
  expect(service.titles(production)).toEqual(['x'])
})

test('another workspace of the environment is looked into as well', async () => {
  const other = { ...staging, workspaceId: randomUUID() }
  const { create, service, sync, states, clock } = setUp()
  const { onList } = service
  service.onList = failing('CONNECTION_REFUSED')
  service.onCreate = failing('CONNECTION_LOST')
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

test('a sign-in failure holds its workspace up, and a service failure every workspace of the environment', async () => {
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

/** The person gives another token while a change is on its way with the old one, which is turned away then. */
async function turnedAway(later: () => Promise<unknown>) {
  const app = setUp()
  const { sync, service, create } = app
  sync.open(staging)
  await settle()
  let turnAway = () => {}
  let tries = 0
  service.onCreate = (arrive) => {
    tries += 1
    if (tries > 1) return later().then(arrive)
    return new Promise((_, reject) => {
      turnAway = () => reject(new AppError('UNAUTHENTICATED', 'Sign in.', { status: 401 }))
    })
  }
  const made = create('with the old token')
  await settle()
  sync.open(staging)
  await settle()
  turnAway()
  await made
  return { ...app, tries: () => tries }
}

test('what was turned away for its token goes out as soon as a list was read with the new one', async () => {
  const { service, clock } = await turnedAway(async () => {})
  await clock.advance(1_000)
  expect(service.titles(staging)).toEqual(['with the old token'])
})

test('a service that takes the token for reading only is asked every few minutes only', async () => {
  const { clock, tries, states } = await turnedAway(failing('UNAUTHENTICATED', { status: 401 }))
  await clock.advance(240_000)
  expect(tries()).toBe(2)
  await clock.advance(2_700_000)
  expect(tries()).toBe(12)
  expect(await states()).toEqual(['waiting'])
})

test('a refusal ends the wait that it shows to be over, for what else waits too', async () => {
  const { create, service, clock } = setUp()
  const { onCreate } = service
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('waits')
  await clock.advance(100)
  service.onCreate = async () => {
    service.onCreate = onCreate
    return failing('REFUSED')()
  }
  await expect(create('refused')).rejects.toMatchObject({ code: 'REFUSED' })
  await clock.advance(1)
  expect(service.titles(staging)).toEqual(['waits'])
})
