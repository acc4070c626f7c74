import type { Locator } from '@playwright/test'

/**
 * Waits as `toBeVisible` does, for what comes all the time. Each time that one looks and finds nothing, it describes the
 * whole page in words, in case this was the last time; that costs the app more than drawing what is waited for.
 */
export async function untilVisible(awaited: Locator, timeout = 20_000): Promise<void> {
  await awaited.waitFor({ state: 'visible', timeout })
}
