import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sinceStartMs } from './since-start'

const onThisPlatform = process.platform

beforeEach(() => {
  // The clock may be put back in the meantime.
  vi.useFakeTimers({ toFake: ['Date'] })
  Object.assign(process, { getCreationTime: () => Date.now() - 9_000 })
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(process, 'getCreationTime')
  Object.defineProperty(process, 'platform', { value: onThisPlatform })
})

const on = (platform: NodeJS.Platform) => Object.defineProperty(process, 'platform', { value: platform })

/** Started 5,000.25 s after the boot. */
const stat = `42 (a name) with ) parentheses) S ${Array.from({ length: 18 }, (_, place) => place).join(' ')} 500025 7 8`
const reading = (uptime: string) => (file: string) => (file === '/proc/uptime' ? uptime : stat)

test('counts from the start that the kernel noted, not from getCreationTime, on Linux', () => {
  on('linux')
  expect(sinceStartMs(reading('5001.10 9000.00\n'))).toBe(850)
})

test.each([
  ['counts its uptime from its own start', reading('300.00 9000.00\n')],
  ['has no /proc', () => expect.fail('ENOENT')],
])('counts from getCreationTime where Linux %s', (_, readText) => {
  on('linux')
  expect(sinceStartMs(readText)).toBe(9_000)
})

test('counts from getCreationTime on other systems', () => {
  on('darwin')
  expect(sinceStartMs(reading('5001.10 9000.00\n'))).toBe(9_000)
})
