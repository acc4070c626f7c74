import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { markChange } from '../../library/testing/moved-changes'
import { settle } from '../testing/manual-clock'
import { answers, fails, held, here, list, setUp, there } from '../testing/sync-setting'

test('reports the state “never” before the first sync', async () => {
  const { sync } = setUp()
  expect(await sync.status(here)).toMatchObject({ state: 'never', syncedAt: null, error: null, waitingChanges: 0 })
})

test('syncs a workspace when it is opened, tells the page, and reports to the change queue', async () => {
  const { sync, library, emitted, after } = setUp(answers('a', 'b'))
  sync.open(here)
  await settle()
  expect(await library.insightTitles(here)).toEqual(['a', 'b'])
  expect(emitted).toContain('library.changed')
  expect(emitted.at(-1)).toBe('synced')
  expect(after).toEqual([
    { workspace: here, finished: { startedMs: 0, lists: ['insights', 'knowledge'], isByPerson: true } },
  ])
  expect(await sync.status(here)).toMatchObject({ state: 'synced', syncedAt: '2025-01-01T00:00:00.000Z' })
})

test('reports for diagnostics how each run ended: complete, failed midway, or stopped', async () => {
  const { sync, service, clock, runs } = setUp(async (...call) => {
    clock.leap(250)
    await answers('a', 'b')(...call)
  })
  await sync.now(here)
  service.knowledge = fails('TIMEOUT')
  await sync.now(here)
  const { stream } = held()
  service.stream = stream
  sync.open(here)
  await settle()
  sync.close(here)
  await settle()
  const ended = { workspace: here, startedAt: expect.stringMatching(/^2025-01-01T/), ms: 250 }
  const insights = { resource: 'insights', items: 2 }
  expect(runs).toEqual([
    { ...ended, result: 'OK', lists: [insights, { resource: 'knowledge', items: 0 }] },
    { ...ended, result: 'TIMEOUT', lists: [insights] },
    { ...ended, ms: 0, result: 'STOPPED', lists: [] },
  ])
})

test('lets callers join the running sync', async () => {
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

test('passes the list to the library in messages of 256 KiB', async () => {
  const body = list(...Array.from({ length: 4_000 }, (_, index) => `insight-${index}`))
  const { sync, library } = setUp(async (_, { onBytes }) => {
    for (let offset = 0; offset < body.length; offset += 65_000) await onBytes(body.subarray(offset, offset + 65_000))
  })
  await sync.now(here)
  expect(await library.insightTitles(here)).toHaveLength(4_000)
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
] as const)('%s leaves the data unchanged and is reported as %s', async (code, state) => {
  const { sync, library, service, clock, after } = setUp(answers('a'))
  await sync.now(here)
  await clock.advance(1_000)
  service.stream = async (_, { onBytes }) => {
    await onBytes(list('b').subarray(0, 9))
    throw new AppError(code, 'It failed.')
  }
  const status = await sync.now(here)
  expect(status).toMatchObject({ state, error: { code }, syncedAt: '2025-01-01T00:00:00.000Z' })
  expect(await library.insightTitles(here)).toEqual(['a'])
  expect(library.openSyncs()).toBe(0)
  expect(after).toHaveLength(1)
})

test('changes nothing when the answer is cut short', async () => {
  const { sync, library, service } = setUp(answers('a'))
  await sync.now(here)
  service.stream = (_, { onBytes }) => onBytes(list('b').subarray(0, 9))
  expect(await sync.now(here)).toMatchObject({ state: 'failed', error: { code: 'NOT_THE_SERVICE' } })
  expect(await library.insightTitles(here)).toEqual(['a'])
})

test('stops the sync of a workspace when it is closed, without reporting a failure', async () => {
  const { stream, calls } = held()
  const { sync, library, clock, statuses } = setUp(stream)
  sync.open(here)
  await settle()
  sync.close(here)
  sync.open(there)
  await settle()
  expect(calls[0]?.options.signal?.aborted).toBe(true)
  await calls[1]?.finish('b')
  await settle()
  expect(await library.insightTitles(there)).toEqual(['b'])
  expect(await library.insightTitles(here)).toEqual([])
  expect(statuses.at(-1)).toMatchObject({ workspace: there, state: 'synced' })
  expect((await sync.status(here)).state).toBe('never')
  expect(library.openSyncs()).toBe(0)
  // Only the refresh of the open workspace.
  expect(clock.waits()).toEqual([270_000])
})

test('refuses bytes that arrive after the workspace was closed, even if the client does not stop', async () => {
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
  sync.close(here)
  sync.open(there)
  await settle()
  await late(list('a')).catch(() => undefined)
  end()
  await settle()
  expect(await library.insightTitles(here)).toEqual([])
  expect(await library.insightTitles(there)).toEqual(['b'])
})

test('does not commit a sync that is stopped while its last piece is on its way', async () => {
  const { sync, library } = setUp(answers('a'))
  const { appendSync } = library
  library.appendSync = (piece) => {
    sync.close(here)
    return appendSync(piece)
  }
  sync.open(here)
  await settle()
  expect(await library.insightTitles(here)).toEqual([])
  expect(library.openSyncs()).toBe(0)
})

test('ignores the answer to an old token when another one was saved meanwhile', async () => {
  let refuse = () => {}
  const { sync, service, emitted } = setUp(
    () =>
      new Promise((_, reject) => {
        refuse = () => reject(new AppError('UNAUTHENTICATED', 'Not this one.'))
      }),
  )
  sync.open(here)
  await settle()
  // Saving a token does this: it opens the workspace anew.
  service.stream = answers('a')
  sync.open(here)
  refuse()
  await settle()
  expect(emitted).not.toContain('sign-in-needed')
  expect(await sync.status(here)).toMatchObject({ state: 'synced', error: null })
})

test('requests the list again when a sync is required and the running one began before the call', async () => {
  const { stream, calls } = held()
  const { sync, clock } = setUp(stream)
  sync.open(here)
  await clock.advance(1)
  const joined = sync.requireSync(here, 0)
  const required = sync.requireSync(here)
  await settle()
  expect(calls).toHaveLength(1)
  await calls[0]?.finish('a')
  await joined
  await settle()
  expect(calls).toHaveLength(2)
  await calls[1]?.finish('a')
  await required
})

test('does not request the list again in an environment forgotten meanwhile', async () => {
  const { stream, calls } = held()
  const { sync, clock } = setUp(stream)
  sync.open(here)
  await clock.advance(1)
  const required = sync.requireSync(here)
  await settle()
  await sync.forget('staging')
  expect(await required).toMatchObject({ code: 'CANCELLED' })
  await clock.advance(3_600_000)
  expect(calls).toHaveLength(1)
  expect(clock.waits()).toEqual([])
})

test('counts only the changes of its own workspace', async () => {
  const { sync, library } = setUp()
  const body = { type: 'Bug', title: 't', description: 'd', organisationId: 'o', workspaceId: 'w' } as const
  const change = { kind: 'createInsight', body, createdAt: '' } as const
  await library.addChange({ ...change, changeId: '1', targetId: '1', workspace: here })
  await library.addChange({ ...change, changeId: '2', targetId: '2', workspace: here })
  await library.addChange({ ...change, changeId: '3', targetId: '3', workspace: there })
  await markChange(library, { environment: 'staging', changeId: '2', state: 'failed', error: null })
  expect(await sync.status(here)).toMatchObject({ waitingChanges: 1, failedChanges: 1 })
})

test('reports an unavailable library as a failed state', async () => {
  const { sync, library } = setUp()
  library.lastSync = () => Promise.reject(new AppError('LIBRARY_UNAVAILABLE', 'Gone.'))
  expect(await sync.status(here)).toMatchObject({ state: 'failed', error: { code: 'LIBRARY_UNAVAILABLE' } })
})

test('stops running syncs on dispose and waits until nothing touches the library', async () => {
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

test('reads the status just once more however often it is requested during a read', async () => {
  const { sync, library, statuses } = setUp()
  const { countChanges } = library
  let reads = 0
  library.countChanges = async (input) => {
    reads += 1
    return countChanges(input)
  }
  for (let times = 0; times < 50; times += 1) sync.onJournalChanged(here)
  await settle()
  expect(reads).toBe(2)
  expect(statuses).toHaveLength(2)
})
