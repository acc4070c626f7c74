import { expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../contract/errors'
import { createManualClock } from '../testing/manual-clock'
import { createRetrySchedule, retryDelayMs, slowRetryDelayMs } from './retry-schedule'

const highest = { random: () => 0.999_999, baseMs: 1_000 }
const lowest = { random: () => 0, baseMs: 1_000 }
const failure = (code: ErrorCode, details = {}) => new AppError(code, 'It failed.', details).report

function setUp(policy = lowest) {
  const clock = createManualClock()
  return { clock, schedule: createRetrySchedule({ clock, ...policy }) }
}

test('doubles the ceiling up to a minute and never waits less than a second', () => {
  const ceilings = [1, 2, 3, 4, 5, 6, 7, 1_000].map((failures) => Math.round(retryDelayMs(highest, failures)))
  expect(ceilings).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
  expect(retryDelayMs(lowest, 6)).toBe(1_000)
})

test('keeps the pause that the service asks for, up to five minutes', () => {
  expect(retryDelayMs(lowest, 1, 90_000)).toBe(90_000)
  expect(retryDelayMs(lowest, 1, 86_400_000)).toBe(300_000)
  expect(retryDelayMs(highest, 3, 10)).toBeGreaterThan(7_000)
})

test('waits five minutes, give or take a tenth, when nothing is urgent', () => {
  expect([slowRetryDelayMs(lowest.random), Math.round(slowRetryDelayMs(highest.random))]).toEqual([270_000, 330_000])
})

test('retries within a minute for as long as the service cannot be reached', () => {
  const { schedule } = setUp(highest)
  const delays = Array.from({ length: 20 }, () => schedule.failed('k', failure('CONNECTION_REFUSED')))
  expect(Math.max(...delays)).toBeLessThanOrEqual(60_000)
  expect(schedule.isCircuitOpen('k')).toBe(false)
})

test('opens the circuit at the fifth consecutive failure of a reachable service', () => {
  const { schedule } = setUp()
  const delays = [1, 2, 3, 4, 5, 6].map(() => schedule.failed('k', failure('SERVICE_FAILED')))
  expect(delays).toEqual([1_000, 1_000, 1_000, 1_000, 270_000, 270_000])
  expect(schedule.isCircuitOpen('k')).toBe(true)
  schedule.reset('k')
  expect(schedule.isCircuitOpen('k')).toBe(false)
  expect(schedule.failed('k', failure('SERVICE_FAILED'))).toBe(1_000)
})

test('does not count failures to reach the service towards the circuit', () => {
  const { schedule } = setUp()
  for (let tries = 0; tries < 9; tries += 1) schedule.failed('k', failure('TIMEOUT'))
  expect(schedule.failed('k', failure('SERVICE_FAILED'))).toBe(1_000)
})

test.each([
  'UNAUTHENTICATED',
  'TOKEN_MISSING',
  'WORKSPACE_UNKNOWN',
  'REDIRECTED',
  'TLS_UNTRUSTED',
  'PROXY_SIGN_IN',
] as const)('uses the slow delay after %s, which a quick retry cannot fix', (code) => {
  expect(setUp().schedule.failed('k', failure(code))).toBe(270_000)
})

test('blocks until the delay is over', async () => {
  const { schedule, clock } = setUp()
  expect([schedule.isBlocked('k'), schedule.retryAtMs('k')]).toEqual([false, Number.NEGATIVE_INFINITY])
  schedule.failed('k', failure('SERVICE_FAILED'))
  expect([schedule.isBlocked('k'), schedule.retryAtMs('k'), schedule.isBlocked('other')]).toEqual([true, 1_000, false])
  await clock.advance(900)
  expect(schedule.isBlocked('k')).toBe(true)
  await clock.advance(100)
  expect(schedule.isBlocked('k')).toBe(false)
})

test('does not block when a timer fires a moment early', async () => {
  const { schedule, clock } = setUp()
  schedule.failed('k', failure('SERVICE_FAILED', { retryAfterMs: 1_000 }))
  await clock.advance(999)
  expect([schedule.isBlocked('k'), schedule.retryAfter('k')]).toEqual([false, null])
})

test('reports the rest of the pause that the service asked for', async () => {
  const { schedule, clock } = setUp()
  schedule.failed('k', failure('SERVICE_FAILED'))
  expect(schedule.retryAfter('k')).toBeNull()
  schedule.failed('k', failure('RATE_LIMITED', { retryAfterMs: 30_000 }))
  await clock.advance(10_000)
  expect(schedule.retryAfter('k')).toEqual(failure('RATE_LIMITED', { retryAfterMs: 20_000 }))
  await clock.advance(20_000)
  expect(schedule.retryAfter('k')).toBeNull()
})

test('does not shorten a running pause', async () => {
  const { schedule, clock } = setUp()
  schedule.failed('k', failure('RATE_LIMITED', { retryAfterMs: 60_000 }))
  schedule.failed('k', failure('RATE_LIMITED', { retryAfterMs: 1_000 }))
  expect(schedule.failed('k', failure('SERVICE_FAILED'))).toBe(60_000)
  await clock.advance(59_000)
  expect(schedule.retryAfter('k')).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 1_000 })
})

test('does not pause for longer than five minutes', () => {
  const { schedule } = setUp()
  schedule.failed('k', failure('RATE_LIMITED', { retryAfterMs: 3_600_000 }))
  expect(schedule.retryAfter('k')).toMatchObject({ retryAfterMs: 300_000 })
})

test('does not count a change of the system date as elapsed time', () => {
  const { schedule, clock } = setUp()
  schedule.failed('k', failure('RATE_LIMITED', { retryAfterMs: 60_000 }))
  clock.moveDate(86_400_000)
  expect(schedule.isBlocked('k')).toBe(true)
  clock.moveDate(-2 * 86_400_000)
  expect(schedule.retryAfter('k')).toMatchObject({ retryAfterMs: 60_000 })
})

test('allows one more try and keeps counting failures', () => {
  const { schedule } = setUp()
  for (let tries = 0; tries < 4; tries += 1) schedule.failed('k', failure('SERVICE_FAILED'))
  schedule.allowRetry('k')
  expect(schedule.isBlocked('k')).toBe(false)
  expect(schedule.failed('k', failure('SERVICE_FAILED'))).toBe(270_000)
  expect(schedule.lastFailure('k')).toMatchObject({ failures: 5, report: { code: 'SERVICE_FAILED' } })
})

test('allows tries for all matching keys, but not during a pause that the service asked for', () => {
  const { schedule } = setUp()
  for (const key of ['a1', 'b1']) schedule.failed(key, failure('SERVICE_FAILED'))
  schedule.failed('a2', failure('RATE_LIMITED', { retryAfterMs: 60_000 }))
  expect(schedule.allowRetry((key) => key.startsWith('a'))).toBe(true)
  expect(['a1', 'a2', 'b1'].map(schedule.isBlocked)).toEqual([false, true, true])
  expect(schedule.allowRetry((key) => key.startsWith('a'))).toBe(false)
  expect(schedule.allowRetry('a2')).toBe(false)
  expect(schedule.isBlocked('a2')).toBe(true)
})

test('resets one key or all matching keys', () => {
  const { schedule } = setUp()
  for (const key of ['a1', 'a2', 'b1']) schedule.failed(key, failure('SERVICE_FAILED'))
  schedule.reset('a1')
  expect(['a1', 'a2', 'b1'].map(schedule.isBlocked)).toEqual([false, true, true])
  schedule.reset((key) => key.startsWith('a'))
  expect(['a1', 'a2', 'b1'].map(schedule.isBlocked)).toEqual([false, false, true])
})
