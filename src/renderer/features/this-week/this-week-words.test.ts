import { expect, it, vi } from 'vitest'
import { weekName } from './this-week-words'

it('names a week after the computer’s time zone has changed', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  try {
    expect(weekName('2026-11-23')).toBe('23 Nov')
  } finally {
    vi.unstubAllEnvs()
  }
})
