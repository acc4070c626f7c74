// Changes of a workspace that is not open: its queue keeps a next try, and is sent without opening the workspace again.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { WorkspaceRef } from '../../contract/workspace'
import {
  createdOffline,
  failing,
  failingService,
  never,
  production,
  setUp,
  staging,
  typed,
} from '../testing/changes-setting'
import { createFakeService } from '../testing/fake-service'
import { createManualClock, settle } from '../testing/manual-clock'
import { createTestLibrary } from '../testing/test-library'
import { wireChanges } from '../testing/wire-changes'

const development: WorkspaceRef = { ...staging, environment: 'development' }
const sibling: WorkspaceRef = { ...staging, workspaceId: randomUUID() }

test.each([
  ['another environment', development],
  ['another workspace of the environment', sibling],
])('sends a waiting change once the service answers, even after the person opened %s', async (_, opened) => {
  const { sync, service, clock, reconnect, states } = await createdOffline()
  await clock.advance(30_000)
  sync.open(opened)
  await clock.advance(30_000)
  reconnect()
  await clock.advance(120_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
  expect(await states()).toEqual([])
})

/** Leaves lists unanswered from now on. Returns a function that stops the last one. */
function hangingList(service: ReturnType<typeof setUp>['service']): () => void {
  let stop = () => {}
  service.onList = () =>
    new Promise((_, reject) => {
      stop = () => reject(new AppError('CANCELLED', 'Stopped.'))
    })
  return () => stop()
}

test('sends a waiting change within seconds of a three-second outage', async () => {
  const { sync, service, clock, reconnect } = await createdOffline()
  sync.open(development)
  await clock.advance(3_000)
  reconnect()
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test('stops syncing a closed workspace when its only change is discarded', async () => {
  const { sync, changes, service, clock, journal } = await createdOffline()
  sync.closeShown()
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

test('tries every few minutes while the circuit is open, and at once when the person saves another token', async () => {
  const { sync, changes, service, clock, reconnect } = await createdOffline()
  sync.open(development)
  reconnect()
  let attempts = 0
  service.onCreate = async () => {
    attempts += 1
    return failingService()
  }
  await clock.advance(1_200_000)
  const before = attempts
  await clock.advance(3_600_000)
  expect([attempts - before > 8, attempts - before < 15]).toEqual([true, true])
  reconnect()
  await changes.tryAgain('staging')
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test('sends with another token even though a workspace switch cancelled the sync that tried it', async () => {
  const { sync, changes, service, clock, reconnect, states } = await createdOffline()
  service.onList = failing('UNAUTHENTICATED')
  sync.open(development)
  await clock.advance(60_000)
  const stop = hangingList(service)
  await changes.tryAgain('staging')
  await settle()
  sync.open(staging)
  stop()
  reconnect()
  sync.open(development)
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
  expect(await states()).toEqual([])
})

test('keeps a pause that the service asked for while another workspace is open', async () => {
  const { sync, service, clock, reconnect } = await createdOffline()
  service.onCreate = failing('RATE_LIMITED', { retryAfterMs: 60_000 })
  await clock.advance(1_000)
  sync.open(development)
  reconnect()
  await clock.advance(55_000)
  expect(service.titles(staging)).toEqual([])
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test('reconciles a lost answer even when the person opens another workspace while the list is being read', async () => {
  const { sync, service, clock, create, states } = setUp()
  sync.open(staging)
  await settle()
  const { onList } = service
  const stop = hangingList(service)
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

test('sends the changes of an environment in a new run only once its library is recovered', async () => {
  const { restart, service, clock, reconnect, states, sync, changes } = await createdOffline()
  await sync.dispose()
  await changes.dispose()
  reconnect()
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

test('sends nothing to production without approval, and still reconciles a lost answer there', async () => {
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

test('does not sync a workspace in which every change needs review', async () => {
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

test('drains the queue again after the library was unavailable', async () => {
  const { sync, library, service, clock, reconnect } = await createdOffline()
  sync.open(development)
  const { pendingChanges } = library
  library.pendingChanges = failing('LIBRARY_UNAVAILABLE')
  reconnect()
  await clock.advance(20_000)
  library.pendingChanges = pendingChanges
  await clock.advance(60_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test.each(['the computer wakes up', 'a sync of another environment succeeds'])(
  'sends a waiting change before its backoff ends when %s',
  async (event) => {
    const { sync, changes, service, clock, reconnect } = await createdOffline()
    await clock.advance(600)
    if (event === 'the computer wakes up') sync.closeShown()
    else sync.open(development)
    // The backoff ends at two seconds.
    await clock.advance(700)
    reconnect()
    if (event === 'the computer wakes up') changes.onResume()
    else await sync.now(development)
    await clock.advance(400)
    expect(service.titles(staging)).toEqual(['typed offline'])
  },
)

test('sends a change when its backoff ends, even after the person opened another environment', async () => {
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

test('ignores the list of another workspace when reconciling', async () => {
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
  await sync.now(sibling)
  await clock.advance(2_000)
  Object.assign(service.client, { streamList })
  answer()
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual(['once'])
  expect(await library.pendingChanges({ environment: 'staging' })).toEqual([])
})

test('tries an environment with an open circuit once when a sync of another environment succeeds', async () => {
  const { sync, service, clock, reconnect } = await createdOffline()
  sync.open(development)
  reconnect()
  service.onCreate = failingService
  await clock.advance(3_600_000)
  reconnect()
  await clock.advance(10_000)
  expect(service.titles(staging)).toEqual([])
  await sync.now(development)
  await clock.advance(1_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test.each(['SERVICE_FAILED', 'NOT_THE_SERVICE', 'REDIRECTED', 'TLS_UNTRUSTED'] as const)(
  'sends a change automatically once %s has passed, even after a network outage in between',
  async (code) => {
    const { sync, service, clock, reconnect, states } = await createdOffline()
    sync.open(development)
    service.onList = failing(code, { retryable: code === 'SERVICE_FAILED' || code === 'NOT_THE_SERVICE' })
    await clock.advance(400_000)
    service.onList = failing('CONNECTION_REFUSED')
    await clock.advance(60_000)
    reconnect()
    await clock.advance(60_000)
    expect(service.titles(staging)).toEqual(['typed offline'])
    expect(await states()).toEqual([])
  },
)

test.each(['NOT_THE_SERVICE', 'REDIRECTED'] as const)(
  'requires review of a creation that was answered with %s, because the service may commit it later',
  async (code) => {
    const { sync, service, clock, reconnect, journal } = await createdOffline()
    sync.open(development)
    service.onList = failing(code)
    service.onCreate = failing(code)
    await clock.advance(400_000)
    reconnect()
    await clock.advance(1_200_000)
    expect(service.titles(staging)).toEqual([])
    expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
  },
)

test('sends a change automatically after an hour in which sending failed but lists could be read', async () => {
  const { sync, service, clock, reconnect, states } = await createdOffline()
  sync.open(development)
  reconnect()
  const { onCreate } = service
  service.onCreate = failingService
  await clock.advance(3_600_000)
  expect(await states()).toEqual(['unknown'])
  service.onCreate = onCreate
  await clock.advance(300_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test('sends a change of a workspace that was opened during an offline start and then closed', async () => {
  const { restart, service, clock, reconnect, sync, changes } = await createdOffline()
  await sync.dispose()
  await changes.dispose()
  const next = restart()
  next.sync.open(staging)
  next.changes.wake('staging')
  await clock.advance(1_000)
  next.sync.open(development)
  await clock.advance(60_000)
  reconnect()
  await clock.advance(60_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test('does not postpone the next try when the person switches workspaces every few minutes', async () => {
  const { sync, service, clock, reconnect } = await createdOffline()
  sync.open(development)
  service.onList = failing('SERVICE_FAILED')
  await clock.advance(600_000)
  reconnect()
  // Only staging is reached, so that no successful sync of an open workspace wakes its queue.
  const { streamList } = service.client
  service.client.streamList = async (target, ...rest) => {
    if (target.workspace.environment !== 'staging') throw new AppError('CONNECTION_REFUSED', 'Refused.')
    return streamList(target, ...rest)
  }
  for (let turn = 0; turn < 4; turn += 1) {
    sync.open(turn % 2 === 0 ? production : development)
    await clock.advance(100_000)
  }
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test('keeps the queue’s next attempt scheduled when the work that paused it fails', async () => {
  const { sync, changes, service, clock, reconnect } = await createdOffline()
  reconnect()
  const { onCreate } = service
  service.onCreate = failingService
  await clock.advance(60_000)
  sync.open(development)
  await sync.forget('staging')
  const paused = changes.pause('staging', failing('KEYCHAIN_LOCKED'))
  await expect(paused).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' })
  service.onCreate = onCreate
  await clock.advance(10_000)
  expect(service.arrivals()).toBe(1)
})

/** An insight arrives and its answer is lost; then the list fails with `code`, and the person opens another workspace. */
async function withLostAnswer(code: 'SERVICE_FAILED' | 'CONNECTION_REFUSED' | 'UNAUTHENTICATED') {
  const app = setUp()
  const { sync, service, create, states } = app
  sync.open(staging)
  await settle()
  const { onList } = service
  const { streamList } = service.client
  let lists = 0
  service.client.streamList = async (target, ...rest) => {
    if (target.workspace.environment === 'staging') lists += 1
    return streamList(target, ...rest)
  }
  service.onList = failing(code)
  service.onCreate = async (arrive) => {
    arrive()
    return failing('CONNECTION_LOST')()
  }
  await create('looked for')
  await settle()
  sync.open(development)
  await settle()
  expect(await states()).toEqual(['unknown'])
  return { ...app, lists: () => lists, reconnect: () => Object.assign(service, { onList }) }
}

test('requests the list for a lost answer every few minutes while the circuit is open, and reconciles the change', async () => {
  const { clock, lists, reconnect, states, service } = await withLostAnswer('SERVICE_FAILED')
  await clock.advance(1_200_000)
  const before = lists()
  await clock.advance(3_600_000)
  expect([lists() - before > 8, lists() - before < 15]).toEqual([true, true])
  reconnect()
  await clock.advance(300_000)
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(1)
})

test.each([
  ['the computer wakes up', 'CONNECTION_REFUSED', 5_000],
  ['the network is back for another workspace', 'CONNECTION_REFUSED', 5_000],
  ['another workspace is synced while the circuit is open', 'SERVICE_FAILED', 3_600_000],
] as const)('requests the list for a lost answer before its backoff ends when %s', async (event, code, awayMs) => {
  const { sync, clock, lists, reconnect, states, service } = await withLostAnswer(code)
  if (event === 'the computer wakes up') sync.closeShown()
  await clock.advance(awayMs)
  reconnect()
  const before = lists()
  await clock.advance(200)
  expect([lists() - before, await states()]).toEqual([0, ['unknown']])
  if (event === 'the computer wakes up') sync.onResume()
  else await sync.now(development)
  await clock.advance(200)
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(1)
})

test('requests the list for a lost answer with another token even though a switch stopped the sync that tried it', async () => {
  const { sync, changes, clock, lists, reconnect, states, service } = await withLostAnswer('UNAUTHENTICATED')
  await clock.advance(600_000)
  const before = lists()
  await clock.advance(3_600_000)
  // No further request helps while the token is rejected.
  expect(lists()).toBe(before)
  const stop = hangingList(service)
  await changes.tryAgain('staging')
  await settle()
  sync.open(staging)
  sync.open(development)
  stop()
  await settle()
  expect(await states()).toEqual(['unknown'])
  reconnect()
  await clock.advance(300_000)
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(1)
})
