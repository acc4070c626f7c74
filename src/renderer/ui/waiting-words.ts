// What is said of a change that was kept on this computer instead of being confirmed.
import type { ErrorReport } from '../../contract/errors'
import { wordsFor } from './words'

/** `error`: why it waits; null = it waits behind another change. */
export function waitingWords(error: ErrorReport | null): string {
  if (error === null) return 'Saved on this computer. It will be sent after the changes before it.'
  return wordsFor(error).action === 'sign-in'
    ? 'Saved on this computer. It will be sent once you sign in with a new access token.'
    : 'Saved on this computer. It will be sent when the service can be reached.'
}

export const unknownWords = 'It is not known yet whether it arrived. The app finds out by itself.'
