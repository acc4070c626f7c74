// When a sync starts by itself: every few minutes, again after a failure, when the person comes back, when the computer
// wakes up.
import { expect, test } from 'vitest'
import { settle } from '../testing/manual-clock'
import { answers, fails, held, here, setUp, there } from '../testing/sync-setting'

test('retries automatically while offline until a sync succeeds', async () => {
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
  // The next one is a refresh.
  expect(clock.waits()).toEqual([270_000])
})

test('tries a failing service five times, then every few minutes until the person syncs', async () => {
  const { sync, clock, service } = setUp(fails('SERVICE_FAILED'))
  sync.open(here)
  await clock.advance(240_000)
  expect(service.calls).toBe(5)
  await clock.advance(270_000)
  expect(service.calls).toBe(6)
  await sync.now(here)
  expect(service.calls).toBe(7)
  expect(clock.waits()).toEqual([1_000])
})

test('does not retry a lasting failure while no window is visible, and resumes when one is', async () => {
  const { sync, clock, service, window } = setUp(fails('REDIRECTED', { retryable: false }))
  window.isWatched = false
  sync.open(here)
  await clock.advance(3_600_000)
  expect(service.calls).toBe(1)
  window.isWatched = true
  await clock.advance(300_000)
  expect(service.calls).toBe(2)
})

test('tries a service with an open circuit once when the person comes back, and not at every focus', async () => {
  const { sync, clock, service } = setUp(fails('SERVICE_FAILED'))
  sync.open(here)
  await clock.advance(240_000)
  expect(service.calls).toBe(5)
  for (let glance = 0; glance < 3; glance += 1) {
    sync.onFocus()
    await settle()
  }
  await clock.advance(240_000)
  expect(service.calls).toBe(6)
})

test.each(['TOKEN_MISSING', 'UNAUTHENTICATED', 'WORKSPACE_UNKNOWN', 'ANSWER_TOO_LARGE'] as const)(
  'does not retry %s automatically',
  async (code) => {
    const { sync, clock, service } = setUp(fails(code))
    sync.open(here)
    await clock.advance(3_600_000)
    expect(service.calls).toBe(1)
  },
)

test('syncs after a pause if a sync was required during it, even in a workspace that no window shows', async () => {
  const { sync, clock, service } = setUp(fails('RATE_LIMITED', { retryAfterMs: 30_000 }))
  await sync.now(here)
  service.stream = answers('a')
  expect(await sync.requireSync(here)).toMatchObject({ code: 'RATE_LIMITED' })
  await clock.advance(29_999)
  expect(service.calls).toBe(1)
  await clock.advance(1)
  expect(service.calls).toBe(2)
  await clock.advance(3_600_000)
  expect(service.calls).toBe(2)
})

test('keeps a pause that the service asked for when changes or focus ask for a sync', async () => {
  const { sync, clock, service } = setUp(fails('RATE_LIMITED', { retryAfterMs: 30_000 }))
  sync.open(here)
  await clock.advance(29_900)
  await sync.requireSync(here)
  sync.onFocus()
  await settle()
  expect(service.calls).toBe(1)
  await clock.advance(100)
  expect(service.calls).toBe(2)
})

test('refreshes every few minutes while a window is visible', async () => {
  const { sync, clock, service, window, after } = setUp(answers('a'))
  sync.open(here)
  await settle()
  await clock.advance(269_999)
  expect(service.calls).toBe(1)
  await clock.advance(1)
  expect(service.calls).toBe(2)
  expect(after.map(({ finished }) => finished.isByPerson)).toEqual([true, false])
  window.isWatched = false
  await clock.advance(3_600_000)
  expect(service.calls).toBe(2)
  window.isWatched = true
  await clock.advance(270_000)
  expect(service.calls).toBe(3)
  sync.close(here)
  await clock.advance(3_600_000)
  expect(service.calls).toBe(3)
})

test('counts the time to a refresh from the last sync, and never starts one while a sync is running', async () => {
  const { sync, clock, service } = setUp(answers('a'))
  sync.open(here)
  await settle()
  await clock.advance(200_000)
  await sync.now(here)
  await clock.advance(269_999)
  expect(service.calls).toBe(2)
  const { stream, calls } = held()
  service.stream = stream
  const asked = sync.now(here)
  await clock.advance(3_600_000)
  expect(service.calls).toBe(3)
  await calls[0]?.finish('a')
  await asked
  expect(clock.waits()).toEqual([270_000])
})

test('syncs on focus when the data is older than two minutes', async () => {
  const { sync, clock, service } = setUp(answers('a'))
  sync.open(here)
  await clock.advance(120_000)
  sync.onFocus()
  expect(service.calls).toBe(1)
  await clock.advance(1)
  sync.onFocus()
  sync.onFocus()
  await settle()
  expect(service.calls).toBe(2)
})

test('syncs once when the computer wakes up, and stops the sync that was under way', async () => {
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
  expect(emitted.filter((name) => name !== 'syncing')).toEqual(['library.changed', 'library.changed', 'synced'])
  await clock.advance(20_000)
  sync.onResume()
  await settle()
  expect(service.calls).toBe(3)
})

test('treats several wake-ups within ten seconds as one', async () => {
  const { stream, calls } = held()
  const { sync, service, clock } = setUp(stream)
  sync.open(here)
  await clock.advance(20_000)
  sync.onResume()
  await clock.advance(9_999)
  sync.onResume()
  await settle()
  expect(service.calls).toBe(2)
  expect(calls[1]?.options.signal?.aborted).toBe(false)
  await clock.advance(1)
  sync.onResume()
  await settle()
  expect(service.calls).toBe(3)
})

test('does not retry in a workspace that was closed', async () => {
  const { sync, clock, service } = setUp(fails('CONNECTION_REFUSED'))
  sync.open(here)
  await settle()
  sync.close(here)
  await clock.advance(3_600_000)
  expect(service.calls).toBe(1)
})

test('keeps every open workspace fresh, and closing one does not affect the others', async () => {
  const { sync, clock, service, library } = setUp(answers('a'))
  sync.open(here)
  sync.open(there)
  await settle()
  expect(await Promise.all([here, there].map(library.insightTitles))).toEqual([['a'], ['a']])
  await clock.advance(270_000)
  expect(service.calls).toBe(4)
  const { stream, calls } = held()
  service.stream = stream
  await clock.advance(270_000)
  sync.close(here)
  await settle()
  expect(calls.map(({ options }) => options.signal?.aborted)).toEqual([true, false])
  await calls[1]?.finish('b')
  await settle()
  expect([sync.isOpen(here), sync.isOpen(there)]).toEqual([false, true])
  expect(await Promise.all([here, there].map(library.insightTitles))).toEqual([['a'], ['b']])
  expect(clock.waits()).toEqual([270_000])
})

test('closing a workspace that is not open does not stop a sync required by its changes', async () => {
  const { stream, calls } = held()
  const { sync } = setUp(stream)
  const required = sync.requireSync(here)
  await settle()
  sync.close(here)
  expect(calls[0]?.options.signal?.aborted).toBe(false)
  await calls[0]?.finish('a')
  expect(await required).toBeNull()
})

test('retries an offline workspace at once when another workspace is reached again', async () => {
  const { sync, clock, service } = setUp(fails('CONNECTION_REFUSED'))
  await sync.requireSync(there)
  sync.open(here)
  await clock.advance(900)
  service.stream = answers('a')
  await sync.now(here)
  await settle()
  // The list of the requested workspace, and of the other, long before its own next try.
  expect(service.calls).toBe(4)
  expect(clock.waits()).toEqual([270_000])
})

test('syncs every open workspace on focus', async () => {
  const { sync, clock, service } = setUp(answers('a'))
  sync.open(here)
  sync.open(there)
  await clock.advance(120_001)
  sync.onFocus()
  await settle()
  expect(service.calls).toBe(4)
})
