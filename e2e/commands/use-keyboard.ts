// A person without a mouse, with a count of the keys pressed.
import type { Page } from '@playwright/test'
import { pressSequence } from './press-sequence'

export interface Keyboard {
  /** Presses keys one after another; "Control+k" is one. */
  press(...keys: readonly string[]): Promise<void>
  /** See `pressSequence`. */
  sequence(...keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** Number of keys since the last call. */
  count(): number
}

export function useKeyboard(page: Page): Keyboard {
  let pressed = 0
  return {
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key)
      pressed += keys.length
    },
    async sequence(...keys) {
      await pressSequence(page, ...keys)
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
