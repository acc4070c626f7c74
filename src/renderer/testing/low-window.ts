import { onTestFinished } from 'vitest'

/** Makes the window as low as `useHasLowWindow` asks, until the test ends. */
export function lowerWindow(): void {
  const { matchMedia } = window
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query === '(max-height: 480px)' })
  onTestFinished(() => {
    window.matchMedia = matchMedia
  })
}
