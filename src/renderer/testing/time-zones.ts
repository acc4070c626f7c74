import { vi } from 'vitest'

/** Can a test change the time zone with `vi.stubEnv('TZ', …)`? Not in a thread, and Stryker runs tests in threads. */
export function canChangeZone(): boolean {
  const [tokyo, utc] = ['Asia/Tokyo', 'UTC'].map((zone) => {
    vi.stubEnv('TZ', zone)
    return new Date(0).getTimezoneOffset()
  })
  vi.unstubAllEnvs()
  return tokyo !== utc
}
