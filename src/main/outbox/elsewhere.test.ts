// Changes that wait in a workspace that is not open: they go out all the same, and nobody has to open it again.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { createFakeService } from '../testing/fake-service'
import { createManualClock, settle } from '../testing/manual-clock'
import { failing, madeOffline, never, production, setUp, staging, typed } from '../testing/outbox-setting'
import { createTestLibrary } from '../testing/test-library'
import { wireOutbox } from '../testing/wire-outbox'

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
  const { sync, outbox, service, clock, journal } = await madeOffline()
  sync.leave()
  let lists = 0
  service.onList = async () => {
    lists += 1
    return failing('CONNECTION_REFUSED')()
  }
  await clock.advance(120_000)
  expect(lists).toBeGreaterThan(1)
  const [entry] = await journal()
  await outbox.discard(staging, entry?.changeId ?? '')
  await settle()
  const before = lists
  await clock.advance(3_600_000)
  expect(lists).toBe(before)
})

test('a service that fails is asked now and then only, and at once when the person gave another token', async () => {
  const { sync, outbox, service, clock, comeBack } = await madeOffline()
  sync.open(development)
  let lists = 0
  service.onList = async () => {
    lists += 1
    return failing('SERVICE_FAILED')()
  }
  await clock.advance(1_200_000)
  const before = lists
  await clock.advance(3_600_000)
  expect([lists - before > 8, lists - before < 15]).toEqual([true, true])
  comeBack()
  await outbox.tryAgain('staging')
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test('another token is asked with until it is answered, though the person opened it and went on meanwhile', async () => {
  const { sync, outbox, service, clock, comeBack, states } = await madeOffline()
  service.onList = failing('UNAUTHENTICATED')
  sync.open(development)
  await clock.advance(60_000)
  let stop = () => {}
  service.onList = () =>
    new Promise((_, reject) => {
      stop = () => reject(new AppError('CANCELLED', 'Stopped.'))
    })
  await outbox.tryAgain('staging')
  await settle()
  sync.open(staging)
  stop()
  comeBack()
  sync.open(development)
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
  expect(await states()).toEqual([])
})

test('a pause that the service asked for is kept there too', async () => {
  const { sync, service, clock, comeBack } = await madeOffline()
  service.onList = failing('RATE_LIMITED', { retryAfterMs: 60_000 })
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

test('after a start what waits anywhere goes out, and what is of the open workspace is left to its own sync', async () => {
  const { restart, service, clock, comeBack, states, sync, outbox } = await madeOffline()
  await sync.dispose()
  await outbox.dispose()
  comeBack()
  const next = restart()
  next.sync.open(development)
  await clock.advance(1_000)
  await next.outbox.look('staging', (workspace) => workspaceKey(workspace) === workspaceKey(staging))
  await next.outbox.look('development')
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual([])
  await next.outbox.look('staging')
  await clock.advance(1_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
  expect(await states()).toEqual([])
})

test('nothing goes to production by itself, though a lost answer is looked into', async () => {
  const { sync, outbox, service, clock, create, states } = setUp()
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
  await outbox.look('production')
  await clock.advance(600_000)
  expect(service.arrivals()).toBe(0)
  expect(await states('production')).toEqual(['waiting', 'waiting'])
})

test('a workspace in which everything waits for the person is not synced', async () => {
  const { sync, outbox, service, clock, create } = setUp()
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
  await outbox.look('production')
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
    const { sync, service, clock, comeBack } = await madeOffline()
    await clock.advance(600)
    if (what === 'the machine wakes up') sync.leave()
    else sync.open(development)
    // Its own next try is at two seconds.
    await clock.advance(700)
    comeBack()
    if (what === 'the machine wakes up') sync.onResume()
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
  const { sync, outbox } = wireOutbox({ client: service.client, library, clock, newId: randomUUID })
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
  await outbox.createInsight(staging, typed('once'), never)
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

test('where a service failed again and again, it is tried again with the syncs of the open workspace', async () => {
  const { sync, service, clock, comeBack } = await madeOffline()
  sync.open(development)
  service.onList = failing('SERVICE_FAILED')
  await clock.advance(3_600_000)
  comeBack()
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual([])
  sync.onFocus()
  await clock.advance(1_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})
