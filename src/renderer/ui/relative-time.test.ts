import { afterEach, describe, expect, it, vi } from 'vitest'
import { startOfDay } from '../../contract/weeks'
import { canChangeZone } from '../testing/time-zones'
import { clockTime, dateText, exactTime, readTime, relativeTime, zonedTime } from './relative-time'

const now = new Date(2025, 5, 15, 12).getTime()
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('relativeTime', () => {
  it.each([
    [30_000, 'just now'],
    [2 * minute, '2 min ago'],
    [59 * minute + 59_000, '59 min ago'],
    [hour, '1 hr ago'],
    [23.9 * hour, '23 hr ago'],
    [day, '1 day ago'],
    [29.5 * day, '29 days ago'],
    [-30_000, 'just now'],
    [-3 * hour, 'in 3 hr'],
  ])('an age of %d ms reads %s', (age, text) => {
    expect(relativeTime(now - age, now)).toBe(text)
  })

  it('gives the date from thirty days on', () => {
    expect(relativeTime(now - 30 * day, now)).toBe('16 May 2025')
  })
})

describe('readTime', () => {
  it('reads dates and date-times', () => {
    expect(readTime('2025-06-15T12:00:00Z')).toBe(Date.UTC(2025, 5, 15, 12))
    expect(readTime('2025-06-15')).toBe(Date.UTC(2025, 5, 15))
  })

  it.each(['', 'yesterday', '1', '2025-13-45T00:00:00Z'])('does not guess at %j', (text) => {
    expect(readTime(text)).toBeNull()
  })
})

it('names the time zone of a time that may be read elsewhere', () => {
  const time = new Date(2025, 5, 15, 14, 32, 5).getTime()
  const zone = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' }).formatToParts(time)
  const name = zone.find(({ type }) => type === 'timeZoneName')?.value
  expect(zonedTime(time)).toBe(`15 June 2025 at 14:32:05 ${name}`)
})

describe('after the computer’s time zone has changed', () => {
  afterEach(() => vi.unstubAllEnvs())

  it.runIf(canChangeZone())('writes days and times in the new one', () => {
    vi.stubEnv('TZ', 'America/New_York')
    const midnight = Date.UTC(2026, 10, 23, 5)
    expect(dateText(midnight)).toBe('23 Nov 2026')
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(dateText(startOfDay('2026-11-23').getTime())).toBe('23 Nov 2026')
    expect(exactTime(midnight)).toContain('23 November 2026 at 06:00:00')
    expect(clockTime(midnight, midnight)).toBe('06:00')
    expect(clockTime(midnight, midnight + day)).toBe('23 Nov 2026, 06:00')
    expect(zonedTime(midnight)).toBe('23 November 2026 at 06:00:00 CET')
  })
})
