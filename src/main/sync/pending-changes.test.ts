// A workspace in which changes wait is tried for their sake until a sync succeeds, or nothing waits any more.
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { JournalEntry } from '../../contract/library'
import { settle } from '../testing/manual-clock'
import { fails, here, setUp, there } from '../testing/sync-setting'

type Pending = readonly JournalEntry[]

/** A workspace that is wanted, not open, and waiting for its next try, with a fake journal. */
async function wanted(pendingChanges: () => Promise<Pending>) {
  const app = setUp(fails('CONNECTION_REFUSED'))
  await app.sync.requireSync(here)
  Object.assign(app.library, { pendingChanges })
  expect(app.clock.waits()).toEqual([1_000])
  return app
}

const failed = { state: 'failed', workspace: here } as JournalEntry
const waiting = { ...failed, state: 'waiting' } as JournalEntry

test.each([
  ['no change waits', []],
  ['the only change was rejected', [failed]],
  ['the waiting change belongs to another workspace', [{ ...waiting, workspace: there }]],
])('stops retrying when %s', async (_, pending) => {
  const { sync, clock } = await wanted(async () => pending)
  sync.onJournalChanged(here)
  await settle()
  expect(clock.waits()).toEqual([])
})

test.each([
  ['a change waits', async () => [waiting]],
  ['the journal cannot be read', () => Promise.reject(new AppError('LIBRARY_UNAVAILABLE', 'It is down.'))],
])('keeps retrying when %s', async (_, pendingChanges) => {
  const { sync, clock } = await wanted(pendingChanges)
  sync.onJournalChanged(here)
  await settle()
  expect(clock.waits()).toEqual([1_000])
})

test('keeps a sync request that arrives while the journal is being read', async () => {
  const asked: ((pending: Pending) => void)[] = []
  const { sync, clock } = await wanted(() => new Promise((resolve) => asked.push(resolve)))
  sync.onJournalChanged(here)
  await settle()
  void sync.requireSync(here)
  for (const answer of asked) answer([])
  await settle()
  expect(clock.waits()).toHaveLength(1)
})

test('schedules nothing after dispose, for open workspaces or others', async () => {
  const { sync, clock, service } = await wanted(async () => [waiting])
  sync.open(there)
  await settle()
  await sync.dispose()
  expect(clock.waits()).toEqual([])
  // Like a caller that still waited for its library at the end.
  sync.open(here)
  sync.close(here)
  expect(clock.waits()).toEqual([])
  const { calls } = service
  await clock.advance(3_600_000)
  expect(service.calls).toBe(calls)
})

test('refetches a list that is too large only when the person asks', async () => {
  const { sync, clock, service } = setUp(fails('ANSWER_TOO_LARGE', { retryable: false }))
  sync.open(here)
  await clock.advance(600_000)
  sync.onFocus()
  sync.onResume()
  await clock.advance(600_000)
  expect(service.calls).toBe(1)
  await sync.now(here)
  expect(service.calls).toBe(2)
})

test('keeps a Retry-After that is longer than the delay of an open circuit', async () => {
  const { sync, clock, service } = setUp(fails('RATE_LIMITED', { retryAfterMs: 300_000 }))
  sync.open(here)
  await clock.advance(1_500_000)
  const { calls } = service
  expect(calls).toBe(6)
  await clock.advance(299_000)
  expect(service.calls).toBe(calls)
})
