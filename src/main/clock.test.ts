import os from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { countingSleep, readTimeZoneAnew } from './clock'

const hour = 60 * 60_000

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

test.runIf(process.platform === 'linux')('a reading goes on while the computer sleeps', async () => {
  // A clock of its own: it keeps the sleep.
  vi.resetModules()
  const { systemClock } = await import('./clock')
  const before = systemClock.monotonicMs()
  const uptime = os.uptime()
  vi.spyOn(os, 'uptime').mockReturnValue(uptime + 8 * 3_600)
  const after = systemClock.monotonicMs()
  expect(Math.round((after - before) / hour)).toBe(8)
  // A date or a system that goes back moves nothing.
  vi.spyOn(os, 'uptime').mockReturnValue(uptime)
  expect(systemClock.monotonicMs()).toBeGreaterThanOrEqual(after)
})

test('an uptime in whole seconds doesn’t make readings coarser, and short sleeps are counted together', () => {
  let [awakeMs, bootMs] = [400, 7_900]
  const read = countingSleep(
    () => awakeMs,
    () => Math.floor(bootMs / 1_000) * 1_000,
  )
  const pass = (ms: number, isAwake: boolean) => {
    if (isAwake) awakeMs += ms
    bootMs += ms
    return read()
  }
  expect(pass(99, true)).toBe(499)
  expect(pass(0.25, true)).toBe(499.25)
  expect(pass(1_000, true)).toBe(1_499.25)
  for (let times = 0; times < 10; times += 1) pass(900, false)
  expect(read()).toBeGreaterThan(7_000)
  expect(read()).toBeLessThan(11_500)
})

test('dates follow the time zone of the computer when they are read anew, and TZ stays unset', () => {
  const dayOf = () => new Date('2026-11-23T10:30:00Z').toString().slice(0, 21)
  const zoneOf = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
  vi.stubEnv('TZ', undefined)
  const [here, dayHere] = [zoneOf(), dayOf()]
  // Where main was started.
  vi.stubEnv('TZ', here === 'Pacific/Kiritimati' ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati')
  expect(dayOf()).not.toBe(dayHere)
  readTimeZoneAnew(here)
  expect([zoneOf(), dayOf()]).toEqual([here, dayHere])
  expect(process.env.TZ).toBeUndefined()
})
