import type { Page } from '@playwright/test'

/** Presses keys that mean something only one after another, like `g` `k`: the app waits a second or so for the next one. */
export async function pressSequence(page: Page, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
}
