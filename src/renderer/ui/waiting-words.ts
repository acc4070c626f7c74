// What is said of a change that was kept on this computer instead of being confirmed.
import type { ErrorReport } from '../../contract/errors'
import type { EnvironmentName } from '../../contract/workspace'
import { wordsFor } from './words'

/** `error`: why it waits; null = it waits behind another change. To production nothing that waited goes out by itself. */
export function waitingWords(error: ErrorReport | null, environment: EnvironmentName): string {
  if (environment === 'production') {
    return 'Saved on this computer. It does not go to production by itself: choose Review and send in the sync status.'
  }
  if (error === null) return 'Saved on this computer. It will be sent after the changes before it.'
  if (error.code === 'KEYCHAIN_LOCKED' || error.code === 'KEYCHAIN_TIMEOUT') {
    return 'Saved on this computer. It will be sent once the keychain is unlocked: unlock it, then choose Sync now.'
  }
  return wordsFor(error).action === 'sign-in'
    ? 'Saved on this computer. It will be sent once you sign in with a new access token.'
    : 'Saved on this computer. It will be sent when the service can be reached.'
}

export const unknownWords = 'It is not known yet whether it arrived. The app finds out by itself.'
