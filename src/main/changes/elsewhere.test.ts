// Changes that wait in a workspace that is not open: they go out all the same, and nobody has to open it again.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { WorkspaceRef } from '../../contract/workspace'
import { failing, madeOffline, never, production, setUp, staging, typed } from '../testing/changes-setting'
import { createFakeService } from '../testing/fake-service'
import { createManualClock, settle } from '../testing/manual-clock'
import { createTestLibrary } from '../testing/test-library'
import { wireChanges } from '../testing/wire-changes'

const development: WorkspaceRef = { ...staging, environment: 'development' }
const nextDoor: WorkspaceRef = { ...staging, workspaceId: randomUUID() }

test.each([
  ['another environment', development],
  ['another workspace of the environment', nextDoor],
])('%s was opened while it waited: it goes out once the service answers', async (_, opened) => {
  const { sync, service, clock, comeBack, states } = await madeOffline()
  await clock.advance(30_000)
  sync.open(opened)
  await clock.advance(30_000)
  comeBack()
  await clock.advance(120_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
  expect(await states()).toEqual([])
})

test('it goes out in seconds when the service was away for three, whenever the other one was opened', async () => {
  const { sync, service, clock, comeBack } = await madeOffline()
  sync.open(development)
  await clock.advance(3_000)
  comeBack()
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test('what was discarded is not tried for any more', async () => {
  const { sync, changes, service, clock, journal } = await madeOffline()
  sync.leave()
  let lists = 0
  service.onList = async () => {
    lists += 1
    return failing('CONNECTION_REFUSED')()
  }
  await clock.advance(120_000)
  expect(lists).toBeGreaterThan(1)
  const [entry] = await journal()
  await changes.discard(staging, entry?.changeId ?? '')
  await settle()
  const before = lists
  await clock.advance(3_600_000)
  expect(lists).toBe(before)
})

test('a service that keeps failing is tried every few minutes, and at once when the person gave another token', async () => {
  const { sync, changes, service, clock, comeBack } = await madeOffline()
  sync.open(development)
  comeBack()
  let attempts = 0
  service.onCreate = async () => {
    attempts += 1
    return failing('SERVICE_FAILED')()
  }
  await clock.advance(1_200_000)
  const before = attempts
  await clock.advance(3_600_000)
  expect([attempts - before > 8, attempts - before < 15]).toEqual([true, true])
  comeBack()
  await changes.tryAgain('staging')
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test('another token is asked with until it is answered, though the person opened it and went on meanwhile', async () => {
  const { sync, changes, service, clock, comeBack, states } = await madeOffline()
  service.onList = failing('UNAUTHENTICATED')
  sync.open(development)
  await clock.advance(60_000)
  let stop = () => {}
  service.onList = () =>
    new Promise((_, reject) => {
      stop = () => reject(new AppError('CANCELLED', 'Stopped.'))
    })
  await changes.tryAgain('staging')
  await settle()
  sync.open(staging)
  stop()
  comeBack()
  sync.open(development)
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
  expect(await states()).toEqual([])
})

test('keeps a pause that the service asked for, whichever workspace is open', async () => {
  const { sync, service, clock, comeBack } = await madeOffline()
  service.onCreate = failing('RATE_LIMITED', { retryAfterMs: 60_000 })
  await clock.advance(1_000)
  sync.open(development)
  comeBack()
  await clock.advance(55_000)
  expect(service.titles(staging)).toEqual([])
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test('what may have arrived is found out about, though the list that tells was stopped by the switch', async () => {
  const { sync, service, clock, create, states } = setUp()
  sync.open(staging)
  await settle()
  const { onList } = service
  let stop = () => {}
  service.onList = () =>
    new Promise((_, reject) => {
      stop = () => reject(new AppError('CANCELLED', 'Stopped.'))
    })
  service.onCreate = async (arrive) => {
    arrive()
    return failing('CONNECTION_LOST')()
  }
  await create('looked for')
  await settle()
  sync.open(development)
  stop()
  service.onList = onList
  await clock.advance(10_000)
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(1)
})

test('after a start, changes of every environment are sent once its library is recovered', async () => {
  const { restart, service, clock, comeBack, states, sync, changes } = await madeOffline()
  await sync.dispose()
  await changes.dispose()
  comeBack()
  const next = restart()
  next.sync.open(development)
  await clock.advance(1_000)
  next.changes.wake('development')
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual([])
  await next.changes.recover('staging')
  await clock.advance(1_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
  expect(await states()).toEqual([])
})

test('nothing goes to production by itself, though a lost answer is looked into', async () => {
  const { sync, changes, service, clock, create, states } = setUp()
  sync.open(production)
  await settle()
  const { onList } = service
  service.onList = failing('CONNECTION_REFUSED')
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('never sent', production)
  service.onCreate = failing('CONNECTION_LOST')
  await create('lost', production)
  await clock.advance(1_000)
  expect(await states('production')).toEqual(['waiting', 'unknown'])
  sync.open(development)
  service.onCreate = async (arrive) => arrive()
  service.onList = onList
  await clock.advance(600_000)
  await changes.wake('production')
  await clock.advance(600_000)
  expect(service.arrivals()).toBe(0)
  expect(await states('production')).toEqual(['waiting', 'waiting'])
})

test('a workspace in which everything waits for the person is not synced', async () => {
  const { sync, changes, service, clock, create } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('x', production)
  await clock.advance(60_000)
  sync.open(development)
  await clock.advance(1_000)
  let lists = 0
  const { onList } = service
  service.onList = (arrive, list) => {
    lists += 1
    return onList(arrive, list)
  }
  await changes.wake('production')
  await clock.advance(60_000)
  expect(lists).toBe(0)
})

test('a library that was down while its turn came is asked again', async () => {
  const { sync, library, service, clock, comeBack } = await madeOffline()
  sync.open(development)
  const { pendingChanges } = library
  library.pendingChanges = failing('LIBRARY_UNAVAILABLE')
  comeBack()
  await clock.advance(20_000)
  library.pendingChanges = pendingChanges
  await clock.advance(60_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test.each(['the machine wakes up', 'the open one is reached again'])(
  'when %s, it does not wait for its next try',
  async (what) => {
    const { sync, changes, service, clock, comeBack } = await madeOffline()
    await clock.advance(600)
    if (what === 'the machine wakes up') sync.leave()
    else sync.open(development)
    // Its own next try is at two seconds.
    await clock.advance(700)
    comeBack()
    if (what === 'the machine wakes up') changes.onResume()
    else await sync.now(development)
    await clock.advance(400)
    expect(service.titles(staging)).toEqual(['typed offline'])
  },
)

test('a queue that was held after its lists were read goes out when the wait is over', async () => {
  const { sync, service, clock, create } = setUp()
  sync.open(staging)
  await settle()
  const { onCreate } = service
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('x')
  await clock.advance(500)
  sync.open(development)
  service.onCreate = onCreate
  await clock.advance(1_000)
  expect(service.titles(staging)).toEqual(['x'])
})

test('the list of another workspace is no evidence of what arrived in this one', async () => {
  const library = createTestLibrary()
  const clock = createManualClock()
  const service = createFakeService({ hasUniqueIds: false })
  const { sync, changes } = wireChanges({ client: service.client, library, clock, newId: randomUUID })
  sync.open(staging)
  await settle()
  const { onCreate } = service
  const { streamList } = service.client
  service.onCreate = async (arrive) => {
    arrive()
    return failing('CONNECTION_LOST')()
  }
  let answer = () => {}
  const slow: typeof streamList = (target, ...rest) =>
    target.workspace.workspaceId === staging.workspaceId
      ? new Promise((resolve, reject) => {
          answer = () => void streamList(target, ...rest).then(resolve, reject)
        })
      : streamList(target, ...rest)
  Object.assign(service.client, { streamList: slow })
  await changes.createInsight(staging, typed('once'), never)
  service.onCreate = onCreate
  await clock.advance(2_000)
  await sync.now(nextDoor)
  await clock.advance(2_000)
  Object.assign(service.client, { streamList })
  answer()
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual(['once'])
  expect(await library.pendingChanges({ environment: 'staging' })).toEqual([])
})

test('a circuit that is open for one environment is tried when a workspace of another one was synced', async () => {
  const { sync, service, clock, comeBack } = await madeOffline()
  sync.open(development)
  comeBack()
  service.onCreate = failing('SERVICE_FAILED')
  await clock.advance(3_600_000)
  comeBack()
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual([])
  await sync.now(development)
  await clock.advance(1_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})
