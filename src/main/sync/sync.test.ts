import { expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../contract/errors'
import type { SyncStatus } from '../../contract/features/sync'
import type { WorkspaceRef } from '../../contract/workspace'
import type { ServiceClient, ServiceTarget } from '../service/service-client'
import { createManualClock, settle } from '../testing/manual-clock'
import { createMemoryLibrary } from '../testing/memory-library'
import { createSync, type FinishedSync } from './sync'

const here: WorkspaceRef = { environment: 'staging', organisationId: 'o', workspaceId: 'here' }
const there: WorkspaceRef = { environment: 'staging', organisationId: 'o', workspaceId: 'there' }

type Stream = ServiceClient['streamInsights']
type StreamOptions = Parameters<Stream>[1]

const list = (...ids: string[]) => new TextEncoder().encode(JSON.stringify({ data: ids.map((id) => ({ id })) }))

function fails(code: ErrorCode, details = {}): Stream {
  return () => Promise.reject(new AppError(code, 'It failed.', details))
}

const answers =
  (...ids: string[]): Stream =>
  (_, { onBytes }) =>
    onBytes(list(...ids))

/** Answers when the test says so, and notices an abort as the real client does. */
function held() {
  const calls: { target: ServiceTarget; options: StreamOptions; finish: (...ids: string[]) => Promise<void> }[] = []
  const stream: Stream = (target, options) =>
    new Promise((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(new AppError('CANCELLED', 'Stopped.')))
      const finish = (...ids: string[]) => options.onBytes(list(...ids)).then(resolve, reject)
      calls.push({ target, options, finish })
    })
  return { stream, calls }
}

function setUp(first: Stream = answers()) {
  const library = createMemoryLibrary()
  const clock = createManualClock()
  const emitted: string[] = []
  const statuses: SyncStatus[] = []
  const after: { workspace: WorkspaceRef; finished: FinishedSync }[] = []
  const service = { stream: first, calls: 0 }
  const sync = createSync({
    client: {
      streamInsights(target, options) {
        service.calls += 1
        return service.stream(target, options)
      },
    },
    findTarget: async (workspace) => ({ workspace, baseAddress: 'https://x', token: 't', relationships: null }),
    library,
    clock,
    random: () => 0,
    emit(name, payload) {
      if (name === 'sync.changed') statuses.push(payload as SyncStatus)
      emitted.push(name === 'sync.changed' ? (payload as SyncStatus).state : name)
    },
    log: { defect: () => 'abc' },
    afterSync: (workspace, finished) => after.push({ workspace, finished }),
  })
  return { sync, library, clock, emitted, statuses, after, service }
}

test('before anything was synced the state is never', async () => {
  const { sync } = setUp()
  expect(await sync.status(here)).toMatchObject({ state: 'never', syncedAt: null, error: null, waitingChanges: 0 })
})

test('opening syncs, tells the page, and hands on to the outbox', async () => {
  const { sync, library, emitted, after } = setUp(answers('a', 'b'))
  sync.open(here)
  await settle()
  expect(library.insightIds(here)).toEqual(['a', 'b'])
  expect(emitted).toContain('library.changed')
  expect(emitted.at(-1)).toBe('synced')
  expect(after).toEqual([{ workspace: here, finished: { startedMs: 0, isByPerson: true } }])
  expect(await sync.status(here)).toMatchObject({ state: 'synced', syncedAt: '2025-01-01T00:00:00.000Z' })
})

test('callers join the sync that runs', async () => {
  const { stream, calls } = held()
  const { sync, service, emitted } = setUp(stream)
  sync.open(here)
  const [first, second] = [sync.now(here), sync.now(here)]
  await settle()
  expect(emitted).toEqual(['syncing'])
  await calls[0]?.finish('a')
  expect((await first).state).toBe('synced')
  expect((await second).state).toBe('synced')
  expect(service.calls).toBe(1)
})

test('pieces reach the library in messages of 256 KiB', async () => {
  const body = list(...Array.from({ length: 40_000 }, (_, index) => `insight-${index}`))
  const { sync, library } = setUp(async (_, { onBytes }) => {
    for (let offset = 0; offset < body.length; offset += 65_000) await onBytes(body.subarray(offset, offset + 65_000))
  })
  await sync.now(here)
  expect(library.insightIds(here)).toHaveLength(40_000)
  expect(library.pieceBytes.slice(0, -1).every((size) => size === 262_144)).toBe(true)
  expect(library.pieceBytes.length).toBe(Math.ceil(body.length / 262_144))
})

test.each([
  ['CONNECTION_REFUSED', 'offline'],
  ['NAME_NOT_FOUND', 'offline'],
  ['CONNECTION_LOST', 'offline'],
  ['TIMEOUT', 'offline'],
  ['UNAUTHENTICATED', 'sign-in-needed'],
  ['TOKEN_MISSING', 'sign-in-needed'],
  ['FORBIDDEN', 'failed'],
  ['TLS_UNTRUSTED', 'failed'],
  ['NOT_THE_SERVICE', 'failed'],
  ['SERVICE_FAILED', 'failed'],
] as const)('%s leaves the data as it was and reads as %s', async (code, state) => {
  const { sync, library, service, clock, after } = setUp(answers('a'))
  await sync.now(here)
  await clock.advance(1_000)
  service.stream = async (_, { onBytes }) => {
    await onBytes(list('b').subarray(0, 9))
    throw new AppError(code, 'It failed.')
  }
  const status = await sync.now(here)
  expect(status).toMatchObject({ state, error: { code }, syncedAt: '2025-01-01T00:00:00.000Z' })
  expect(library.insightIds(here)).toEqual(['a'])
  expect(library.openSyncs()).toBe(0)
  expect(after).toHaveLength(1)
})

test('a body that is cut short changes nothing', async () => {
  const { sync, library, service } = setUp(answers('a'))
  await sync.now(here)
  service.stream = (_, { onBytes }) => onBytes(list('b').subarray(0, 9))
  expect(await sync.now(here)).toMatchObject({ state: 'failed', error: { code: 'NOT_THE_SERVICE' } })
  expect(library.insightIds(here)).toEqual(['a'])
})

test('offline is tried again, later each time, until it works without the person', async () => {
  const { sync, clock, service, emitted } = setUp(fails('CONNECTION_REFUSED'))
  sync.open(here)
  await settle()
  for (let failures = 1; failures < 10; failures += 1) {
    expect(clock.waits()).toEqual([1_000])
    await clock.advance(1_000)
  }
  expect(service.calls).toBe(10)
  service.stream = answers('a')
  await clock.advance(1_000)
  expect(emitted.at(-1)).toBe('synced')
  expect(clock.waits()).toEqual([])
})

test('a service that fails is left alone after five tries, until the person comes back', async () => {
  const { sync, clock, service } = setUp(fails('SERVICE_FAILED'))
  sync.open(here)
  await clock.advance(3_600_000)
  expect(service.calls).toBe(5)
  sync.onFocus()
  await clock.advance(3_600_000)
  expect(service.calls).toBe(10)
  await sync.now(here)
  expect(service.calls).toBe(11)
})

test.each(['FORBIDDEN', 'UNAUTHENTICATED', 'TLS_UNTRUSTED'] as const)('%s is not tried again', async (code) => {
  const { sync, clock, service } = setUp(fails(code))
  sync.open(here)
  await clock.advance(3_600_000)
  expect(service.calls).toBe(1)
})

test('a pause that the service asks for is kept, also when somebody else wants a sync', async () => {
  const { sync, clock, service } = setUp(fails('RATE_LIMITED', { retryAfterMs: 30_000 }))
  sync.open(here)
  await clock.advance(29_999)
  await sync.fresh(here)
  sync.onFocus()
  expect(service.calls).toBe(1)
  await clock.advance(1)
  expect(service.calls).toBe(2)
})

test('focus syncs what is older than five minutes', async () => {
  const { sync, clock, service } = setUp(answers('a'))
  sync.open(here)
  await clock.advance(300_000)
  sync.onFocus()
  expect(service.calls).toBe(1)
  await clock.advance(1)
  sync.onFocus()
  sync.onFocus()
  await settle()
  expect(service.calls).toBe(2)
})

test('waking up syncs once, and drops what was on its way when the machine fell asleep', async () => {
  const { stream, calls } = held()
  const { sync, service, clock, emitted } = setUp(stream)
  sync.open(here)
  await settle()
  sync.onResume()
  sync.onResume()
  sync.onFocus()
  await settle()
  expect(service.calls).toBe(2)
  expect(calls[0]?.options.signal?.aborted).toBe(true)
  await calls[1]?.finish('a')
  await settle()
  expect(emitted.filter((name) => name !== 'syncing')).toEqual(['library.changed', 'synced'])
  await clock.advance(20_000)
  sync.onResume()
  await settle()
  expect(service.calls).toBe(3)
})

test('switching stops the sync of the workspace that is left, silently', async () => {
  const { stream, calls } = held()
  const { sync, library, clock, statuses } = setUp(stream)
  sync.open(here)
  await settle()
  sync.open(there)
  await settle()
  expect(calls[0]?.options.signal?.aborted).toBe(true)
  await calls[1]?.finish('b')
  await settle()
  expect(library.insightIds(there)).toEqual(['b'])
  expect(library.insightIds(here)).toEqual([])
  expect(statuses.at(-1)).toMatchObject({ workspace: there, state: 'synced' })
  expect((await sync.status(here)).state).toBe('never')
  expect(library.openSyncs()).toBe(0)
  expect(clock.waits()).toEqual([])
})

test('bytes that come after the switch are refused even if the client does not stop', async () => {
  let late: (bytes: Uint8Array) => Promise<void> = async () => {}
  let end: () => void = () => {}
  const { sync, library, service } = setUp((_, { onBytes }) => {
    late = onBytes
    return new Promise((resolve) => {
      end = resolve
    })
  })
  sync.open(here)
  await settle()
  service.stream = answers('b')
  sync.open(there)
  await settle()
  await late(list('a')).catch(() => undefined)
  end()
  await settle()
  expect(library.insightIds(here)).toEqual([])
  expect(library.insightIds(there)).toEqual(['b'])
})

test('a sync that is left while its last piece is on the way is not committed', async () => {
  const { sync, library } = setUp(answers('a'))
  const { appendSync } = library
  library.appendSync = (piece) => {
    sync.leave()
    return appendSync(piece)
  }
  sync.open(here)
  await settle()
  expect(library.insightIds(here)).toEqual([])
  expect(library.openSyncs()).toBe(0)
})

test('a failure of the workspace that was left is not tried again', async () => {
  const { sync, clock, service } = setUp(fails('CONNECTION_REFUSED'))
  sync.open(here)
  await settle()
  sync.leave()
  await clock.advance(3_600_000)
  expect(service.calls).toBe(1)
})

test('a fresh sync asks for the list after the call, though one was running', async () => {
  const { stream, calls } = held()
  const { sync, clock } = setUp(stream)
  sync.open(here)
  await clock.advance(1)
  const joined = sync.fresh(here, 0)
  const fresh = sync.fresh(here)
  await settle()
  expect(calls).toHaveLength(1)
  await calls[0]?.finish('a')
  await joined
  await settle()
  expect(calls).toHaveLength(2)
  await calls[1]?.finish('a')
  await fresh
})

test('the numbers of the journal belong to the workspace', async () => {
  const { sync, library } = setUp()
  const body = { type: 'Bug', title: 't', description: 'd', organisationId: 'o', workspaceId: 'w' } as const
  const change = { kind: 'createInsight', body, createdAt: '' } as const
  await library.addChange({ ...change, changeId: '1', targetId: '1', workspace: here })
  await library.addChange({ ...change, changeId: '2', targetId: '2', workspace: here })
  await library.addChange({ ...change, changeId: '3', targetId: '3', workspace: there })
  await library.markChange({ environment: 'staging', changeId: '2', state: 'failed', error: null })
  expect(await sync.status(here)).toMatchObject({ waitingChanges: 1, failedChanges: 1 })
})

test('a library that cannot be asked is a state, not a defect', async () => {
  const { sync, library } = setUp()
  library.lastSync = () => Promise.reject(new AppError('LIBRARY_UNAVAILABLE', 'Gone.'))
  expect(await sync.status(here)).toMatchObject({ state: 'failed', error: { code: 'LIBRARY_UNAVAILABLE' } })
})

test('dispose stops what runs and waits until the library is left alone', async () => {
  const { stream } = held()
  const { sync, library, clock } = setUp(stream)
  sync.open(here)
  await settle()
  await sync.dispose()
  expect(library.openSyncs()).toBe(0)
  expect(clock.waits()).toEqual([])
  sync.open(here)
  expect((await sync.now(here)).state).toBe('never')
})
