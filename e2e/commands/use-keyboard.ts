// A person without a mouse: every key counts.
import type { Page } from '@playwright/test'

export interface Keyboard {
  /** Keys pressed one after the other, "Control+k" being one. */
  press(...keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** How many since the last time it was asked. */
  count(): number
}

export function useKeyboard(page: Page): Keyboard {
  let pressed = 0
  return {
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key)
      pressed += keys.length
    },
    async type(text) {
      await page.keyboard.type(text)
      pressed += [...text].length
    },
    count() {
      const sinceLast = pressed
      pressed = 0
      return sinceLast
    },
  }
}
