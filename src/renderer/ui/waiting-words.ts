// What is said of a change that was kept on this computer instead of being confirmed.
import type { ErrorReport } from '../../contract/errors'
import type { EnvironmentName } from '../../contract/workspace'
import { wordsFor } from './words'

/** `error`: why it waits; null = it waits behind another change. To production nothing that waited goes out by itself. */
export function waitingWords(error: ErrorReport | null, environment: EnvironmentName): string {
  if (environment === 'production') {
    return 'Saved on this computer. Review it in the sync status before it goes to production.'
  }
  if (error === null) return 'Saved on this computer. It will be sent after earlier changes.'
  if (error.code === 'ENVIRONMENT_CHANGED') return 'Saved on this computer. Review it in the sync status to send it.'
  if (error.code === 'KEYCHAIN_LOCKED' || error.code === 'KEYCHAIN_TIMEOUT') {
    return 'Saved on this computer. Unlock the keychain, then choose Sync now to send it.'
  }
  return wordsFor(error).action === 'sign-in'
    ? 'Saved on this computer. Add a new access token to send it.'
    : 'Saved on this computer. It will be sent once the service is available.'
}

export const unknownWords = 'We’re checking whether this went through.'
