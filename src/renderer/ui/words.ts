// Texts about failures, by code: a title, the meaning for the person, and the next step; about changes that wait, and why;
// and the sentences of controls. The one place for these words. Main's message is shown below them as a detail: it tells what
// was seen, never what that means, so that nothing is said twice.

import { AppError } from '../../contract/app-error'
import type { ErrorCode, ErrorReport } from '../../contract/errors'
import { lowerFirst } from '../../contract/first-letter'
import type { EnvironmentName } from '../../contract/workspace'
import { environmentLabels } from '../../contract/workspace-key'
import { assertNever } from './assert-never'

interface ErrorWords {
  readonly title: string
  readonly text: string
  readonly action: 'retry' | 'sign-in' | 'settings' | 'network' | 'none'
}

/** Why a change can't be made while editing is locked. */
export const readOnlyReason = 'This environment is read-only. Unlock editing to make changes.'

/** Why a change that needs the service at hand can't be made. */
export const offlineReason = 'This needs a connection to the service. Sync now to try again.'

/** The same in the sandbox, which was taken offline. */
export const sandboxOfflineReason = 'This needs a connection to the sandbox. Bring it online first.'

/** Why a sync in the sandbox failed. */
export const sandboxOffline = 'The sandbox is offline. Bring it online to sync.'

const words = (title: string, text: string, action: ErrorWords['action']): ErrorWords => ({ title, text, action })

const ownRequest = words('The app blocked its own request', 'This is a bug. Restarting the app may help.', 'none')

/** Words that name neither the fields nor the workspace. */
const plain: Readonly<Record<Exclude<ErrorCode, 'INVALID_INPUT' | 'FORBIDDEN' | 'REFUSED'>, ErrorWords>> = {
  UNKNOWN_CALL: ownRequest,
  FORBIDDEN_SENDER: ownRequest,
  CANCELLED: words('Cancelled', 'The request was cancelled before it finished.', 'retry'),
  INTERRUPTED: words('Interrupted', 'The app or a part of it stopped before this was finished.', 'none'),
  INTERNAL: words('Something went wrong', 'Try again. Details are in the log.', 'retry'),
  ADDRESS_INVALID: words(
    'This base address can’t be used',
    'It must start with https://, or http:// for a service on this computer.',
    'settings',
  ),
  NAME_NOT_FOUND: words(
    'Service address not found',
    'Check your network and the base address. Synced data stays available.',
    'retry',
  ),
  CONNECTION_REFUSED: words(
    'Can’t reach the service',
    'Check your network or try again later. Synced data stays available.',
    'retry',
  ),
  CONNECTION_LOST: words('Connection lost', 'Try again. Synced data stays available.', 'retry'),
  TIMEOUT: words(
    'The service took too long to respond',
    'Try again in a moment. Synced data stays available.',
    'retry',
  ),
  TLS_UNTRUSTED: words(
    'Connection not secure',
    'Nothing was sent. Check the base address, or contact the service’s administrator.',
    'settings',
  ),
  PROXY_SIGN_IN: words(
    'Proxy sign-in needed',
    'Enter a name and password for the proxy in Settings, Network. Nothing was sent.',
    'network',
  ),
  NOT_THE_SERVICE: words(
    'Unexpected response',
    'This may be a network sign-in page, or the base address may be incorrect.',
    'settings',
  ),
  REDIRECTED: words(
    'The service redirected the request',
    'Redirects aren’t followed, to protect your token. Enter the final address.',
    'settings',
  ),
  ANSWER_TOO_LARGE: words(
    'Response too large',
    'The service sent more than the app can process. Nothing was changed.',
    'none',
  ),
  TOKEN_MISSING: words('Sign-in needed', 'Add an access token for this organisation.', 'sign-in'),
  UNAUTHENTICATED: words('Sign-in needed', 'Your access token has expired or was revoked. Add a new one.', 'sign-in'),
  NOT_FOUND: words('Not found', 'It may have been deleted, or the ID may be incorrect.', 'none'),
  RATE_LIMITED: words('Too many requests', 'Try again in a minute.', 'retry'),
  SERVICE_FAILED: words('The service had a problem', 'Try again later.', 'retry'),
  UNEXPECTED_STATUS: words('Unexpected response from the service', 'Nothing was changed on this computer.', 'retry'),
  WORKSPACE_UNKNOWN: words('Workspace not connected', 'Connect it first.', 'settings'),
  ENVIRONMENT_LOCKED: words('This environment is read-only', 'Unlock editing and try again.', 'none'),
  NOT_ASKED: words('Couldn’t ask for confirmation', 'Click or press Enter in the window, then try again.', 'none'),
  ENVIRONMENT_CHANGED: words(
    'The environment has changed',
    'It was locked or its address changed in the meantime. Try again if you still want this.',
    'none',
  ),
  KEYCHAIN_LOCKED: words('The keychain is locked', 'Unlock this computer’s keychain and try again.', 'retry'),
  KEYCHAIN_TIMEOUT: words(
    'The keychain isn’t responding',
    'It may be asking for your password in another window.',
    'retry',
  ),
  TOKEN_UNSTORABLE: words(
    'Can’t save this token',
    'It’s too long or has characters the keychain doesn’t accept. Check that you copied only the token.',
    'none',
  ),
  LIBRARY_UNAVAILABLE: words('The local library isn’t ready', 'It’s restarting. Try again in a moment.', 'retry'),
  DISK_FULL: words('The disk is full', 'Free up some space. Saved data is safe.', 'retry'),
  CONFLICT: words(
    'This change was updated',
    'It was edited, sent or discarded in the meantime. Check it again.',
    'none',
  ),
  TAMPERED: words(
    'This change was modified outside the app',
    'It won’t be sent. Discard it, and make the change again if you still want it.',
    'none',
  ),
  PROFILE_READ_ONLY: words(
    'Can’t save',
    'The app can’t write to its folder. Make the folder writable, then try again.',
    'none',
  ),
}

function wordsOf(code: ErrorCode, hasFields: boolean, workspaceName: string | null): ErrorWords {
  switch (code) {
    case 'INVALID_INPUT':
      return hasFields
        ? words('Some fields need changes', 'Check the highlighted fields and try again.', 'none')
        : words('This couldn’t be done', 'Nothing was changed.', 'none')
    case 'FORBIDDEN':
      return words(
        `You don’t have permission to do this ${workspaceName === null ? 'here' : `in ${workspaceName}`}`,
        'Ask for access, or use a token with this permission.',
        'none',
      )
    case 'REFUSED':
      return words(
        'The service rejected this',
        hasFields ? 'Check the highlighted fields and send it again.' : 'See its response for the reason.',
        'none',
      )
    default:
      return plain[code] ?? assertNever(code as never)
  }
}

/** `workspaceName`: where the service refused, as a token is good for some workspaces and not for others; null = not known. */
export function wordsFor(
  error: AppError | Pick<ErrorReport, 'code' | 'fields'>,
  workspaceName: string | null = null,
): ErrorWords {
  const { code, fields = [] } = error instanceof AppError ? error.report : error
  return wordsOf(code, fields.length > 0, workspaceName)
}

/** Why the last try to send a change failed: "Couldn’t send: no service is running at this address." */
export function couldNotSendWords(error: ErrorReport): string {
  const reason = error.message === '' ? `${wordsFor(error).title}.` : error.message
  return `Couldn’t send: ${lowerFirst(reason)}`
}

/** An error from the bridge is an AppError; anything else that is thrown in the page is a defect of the page. */
export function asAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('INTERNAL', 'Something unexpected happened in the window.')
}

/** For a change that needs a review outside production. */
export const reviewWords = 'Saved on this computer. To send it, choose Review and send.'

/** Whether the error passes once the service is available, unlike a failure of this computer's keychain or library. */
export const waitsForService = ({ code, retryable }: ErrorReport): boolean =>
  retryable && code !== 'KEYCHAIN_TIMEOUT' && code !== 'LIBRARY_UNAVAILABLE'

/**
 * For a change that was kept on this computer instead of being confirmed. `error`: why it waits; null = it waits behind
 * another change. A change that waited is never sent to production by itself.
 */
export function waitingWords(error: ErrorReport | null, environment: EnvironmentName): string {
  if (environment === 'production') {
    return `Saved on this computer. To send it to ${environmentLabels.production}, choose Review and send.`
  }
  if (error === null) return 'Saved on this computer. It will be sent after earlier changes.'
  if (error.code === 'ENVIRONMENT_CHANGED') return reviewWords
  if (error.code === 'KEYCHAIN_LOCKED' || error.code === 'KEYCHAIN_TIMEOUT') {
    return 'Saved on this computer. Unlock the keychain, then choose Sync now to send it.'
  }
  if (wordsFor(error).action === 'sign-in') return 'Saved on this computer. Add a new access token to send it.'
  return waitsForService(error)
    ? 'Saved on this computer. It will be sent once the service is available.'
    : `Saved on this computer. ${couldNotSendWords(error)}`
}

export const unknownWords = 'We’re checking whether this went through.'

/** Whole sentences of controls. */
export const controlTexts = {
  examples: 'Choose one to try it.',
  singleKeysOff: 'Single-key shortcuts are off in Settings.',
  resize: 'Drag to resize. Double-click to reset.',
  searchExamples: 'Try battery or range, "exact words", and -word to exclude a word.',
} as const
