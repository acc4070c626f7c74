// A workspace in which changes wait is tried for their sake until a sync succeeds, or nothing waits any more.
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { ChangeCounts } from '../../contract/library'
import { settle } from '../testing/manual-clock'
import { fails, here, setUp, there } from '../testing/sync-setting'

/** A workspace that is wanted, not open, and waiting for its next try, with a fake journal. */
async function wanted(countChanges: () => Promise<ChangeCounts>) {
  const app = setUp(fails('CONNECTION_REFUSED'))
  await app.sync.requireSync(here)
  Object.assign(app.library, { countChanges })
  expect(app.clock.waits()).toEqual([1_000])
  return app
}

const nothing: ChangeCounts = { waiting: 0, toReview: 0, failed: 0, tampered: 0 }
const waiting: ChangeCounts = { ...nothing, waiting: 1 }

test.each([
  ['no change waits', nothing],
  ['the only change was rejected', { ...nothing, failed: 1 }],
])('stops retrying when %s', async (_, counts) => {
  const { sync, clock } = await wanted(async () => counts)
  sync.onJournalChanged(here)
  await settle()
  expect(clock.waits()).toEqual([])
})

test.each([
  ['a change waits', async () => waiting],
  ['the journal cannot be read', () => Promise.reject(new AppError('LIBRARY_UNAVAILABLE', 'It is down.'))],
])('keeps retrying when %s', async (_, countChanges) => {
  const { sync, clock } = await wanted(countChanges)
  sync.onJournalChanged(here)
  await settle()
  expect(clock.waits()).toEqual([1_000])
})

test('keeps a sync request that arrives while the journal is being read', async () => {
  const asked: ((counts: ChangeCounts) => void)[] = []
  const { sync, clock } = await wanted(() => new Promise((resolve) => asked.push(resolve)))
  sync.onJournalChanged(here)
  await settle()
  void sync.requireSync(here)
  for (const answer of asked) answer(nothing)
  await settle()
  expect(clock.waits()).toHaveLength(1)
})

test('schedules nothing after dispose, for open workspaces or others', async () => {
  const { sync, clock, service } = await wanted(async () => waiting)
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
  // A change fails every few minutes, as with a token that may only read.
  sync.checkService(here)
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
