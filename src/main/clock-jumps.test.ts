// Delays and ages do not change when the date is set or the computer sleeps: all of them use the monotonic reading.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createLibraryClient } from './library/library-client'
import { createHostPauses } from './service/host-pauses'
import { failing, failingService, never, production, setUp as setUpChanges, staging } from './testing/changes-setting'
import { createFakeProcess } from './testing/fake-process'
import { createManualClock, settle } from './testing/manual-clock'
import { answers, fails, here, setUp } from './testing/sync-setting'

const day = 24 * 60 * 60_000
const jumps = [
  ['a year forward', 365 * day],
  ['a year back', -365 * day],
  ['an hour back', -day / 24],
] as const

const failed = (code: 'RATE_LIMITED' | 'SERVICE_FAILED', retryAfterMs?: number) => ({
  ...{ code, message: 'It failed.', retryable: true },
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
})

describe.each(jumps)('when the date is moved %s', (_, byMs) => {
  test('a pause that the service asked for ends on time', async () => {
    const clock = createManualClock()
    const pauses = createHostPauses(clock)
    pauses.note('https://service.example', failed('RATE_LIMITED', 30_000))
    clock.moveDate(byMs)
    await clock.advance(29_000)
    expect(() => pauses.assertOver('https://service.example')).toThrow(/asked us to wait/)
    await clock.advance(1_000)
    pauses.assertOver('https://service.example')
  })

  test('a waiting change is sent when its backoff ends', async () => {
    const { create, service, clock } = setUpChanges()
    const { onCreate } = service
    service.onCreate = failing('CONNECTION_REFUSED')
    await create('x')
    await settle()
    service.onCreate = onCreate
    clock.moveDate(byMs)
    await clock.advance(900)
    expect(service.titles(staging)).toEqual([])
    await clock.advance(100)
    expect(service.titles(staging)).toEqual(['x'])
  })

  test('a failed sync is retried after its backoff, and a successful one is refreshed after about five minutes', async () => {
    const { sync, clock, service } = setUp(fails('CONNECTION_REFUSED'))
    sync.open(here)
    await settle()
    clock.moveDate(byMs)
    await clock.advance(999)
    expect(service.calls).toBe(1)
    service.stream = answers('a')
    await clock.advance(1)
    expect(service.calls).toBe(2)
    clock.moveDate(-2 * byMs)
    await clock.advance(269_999)
    expect(service.calls).toBe(2)
    await clock.advance(1)
    expect(service.calls).toBe(3)
  })

  test('focusing the window refreshes only stale data', async () => {
    const { sync, clock, service } = setUp(answers('a'))
    sync.open(here)
    await settle()
    clock.moveDate(byMs)
    sync.onFocus()
    await settle()
    expect(service.calls).toBe(1)
    await clock.advance(120_001)
    sync.onFocus()
    await settle()
    expect(service.calls).toBe(2)
  })

  test('library crashes are counted over a minute of monotonic time', async () => {
    const clock = createManualClock()
    const last: ReturnType<typeof createFakeProcess>[] = []
    const { library } = createLibraryClient({
      fork() {
        const fake = createFakeProcess((message, self) => {
          self.answer({ id: (message as { id: number }).id, ok: true, value: null })
        })
        last.push(fake)
        return fake
      },
      ...{ clock, log: { info: () => {}, defect: () => 'id' } },
    })
    await library.open({ environment: 'staging', file: null, key: null, generation: 'memory' })
    for (let crash = 0; crash < 3; crash += 1) {
      clock.moveDate(byMs)
      last.at(-1)?.exit(1)
      await settle()
    }
    await expect(library.pendingChanges({ environment: 'staging' })).rejects.toThrow(/stopped several times/)
  })

  test('a create whose response was lost is reconciled and takes effect once', async () => {
    const { create, service, clock, states } = setUpChanges()
    service.onCreate = async (arrive) => {
      service.onCreate = async (again) => again()
      arrive()
      throw new Error('lost')
    }
    await create('x')
    clock.moveDate(byMs)
    await clock.advance(120_000)
    expect(await states()).toEqual([])
    expect(service.titles(staging)).toEqual(['x'])
  })
})

test('syncs once when the computer wakes after sleeping through several refreshes', async () => {
  const { sync, clock, service } = setUp(answers('a'))
  sync.open(here)
  await settle()
  clock.leap(8 * 60 * 60_000)
  sync.onResume()
  sync.onResume()
  await clock.advance(0)
  expect(service.calls).toBe(2)
  expect(clock.waits()).toEqual([270_000])
})

test('a pause that the service asked for ends while the computer sleeps', async () => {
  const clock = createManualClock()
  const pauses = createHostPauses(clock)
  pauses.note('https://service.example', failed('RATE_LIMITED', 300_000))
  clock.leap(300_000)
  pauses.assertOver('https://service.example')
})

test('an approval ends while the computer sleeps', async () => {
  const { create, changes, service, clock, sync, journal, states } = setUpChanges()
  sync.open(production)
  await settle()
  const { onCreate, onList } = service
  service.onCreate = failingService
  service.onList = failing('SERVICE_FAILED')
  await create('approved yesterday', production)
  await settle()
  service.onCreate = onCreate
  const [entry] = await journal('production')
  await changes.send(production, [entry?.changeId ?? ''], never)
  expect(await states('production')).toEqual(['unknown'])
  clock.leap(day / 3)
  service.onList = onList
  sync.onResume()
  await clock.advance(1_000)
  expect(service.arrivals()).toBe(0)
  expect(await journal('production')).toMatchObject([{ state: 'waiting' }])
})

test('a change in backoff is sent although the date was set back and another workspace failed to connect since', async () => {
  const { create, service, clock } = setUpChanges()
  const other = { ...staging, workspaceId: randomUUID() }
  const { onCreate } = service
  service.onCreate = failing('UNAUTHENTICATED')
  await create('a')
  await settle()
  clock.moveDate(-7 * 60_000)
  service.onCreate = failing('CONNECTION_REFUSED', { retryable: true })
  await create('b', other)
  await settle()
  service.onCreate = onCreate
  await clock.advance(day / 24)
  expect(service.titles(staging)).toEqual(['a'])
})
