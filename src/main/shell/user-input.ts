// Clicks and activating keys in the window, as main sees them. A page that was taken over cannot claim one: what its
// scripts dispatch never passes through here.
import type { InputEvent, WebContents } from 'electron'
import type { Clock } from '../clock'

/** From the click to the call of the page that it leads to: as long as Chromium's own user activation lasts. */
const lastsMs = 5_000

export interface UserInput {
  watch(contents: Pick<WebContents, 'on'>): void
  /** The number of clicks and activating keys so far. */
  count(): number
  /** True once for all clicks and activating keys since the last call: they open one link together. */
  take(): boolean
}

/** Other keys only type, so that each letter of a text does not pay for a link. */
const activatingKeys: readonly unknown[] = ['Enter', ' ']

/** Electron passes more of a key than its types say. */
type Input = Pick<InputEvent, 'type'> & { readonly key?: unknown; readonly isAutoRepeat?: unknown }

function isActivating({ type, key, isAutoRepeat }: Input): boolean {
  if (type === 'keyDown' || type === 'rawKeyDown') return isAutoRepeat !== true && activatingKeys.includes(key)
  return type === 'mouseUp' || type === 'gestureTap'
}

export function createUserInput(clock: Pick<Clock, 'monotonicMs'>): UserInput {
  let count = 0
  let lastMs = Number.NEGATIVE_INFINITY

  function note(): void {
    count += 1
    lastMs = clock.monotonicMs()
  }

  return {
    watch(contents) {
      contents.on('input-event', (_event, input) => {
        if (isActivating(input)) note()
      })
    },
    count: () => count,
    take() {
      const isRecent = clock.monotonicMs() - lastMs <= lastsMs
      lastMs = Number.NEGATIVE_INFINITY
      return isRecent
    },
  }
}
