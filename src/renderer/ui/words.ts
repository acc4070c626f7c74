// What a person reads when something failed, by code: a title, what it means for them, and the way on. The one place
// for these words. Main's message is shown below them as a detail: it tells what was seen, never what that means, so that
// nothing is said twice.
import { AppError, type ErrorCode, type ErrorReport } from '../../contract/errors'
import { assertNever } from './assert-never'

export interface ErrorWords {
  readonly title: string
  readonly text: string
  readonly action: 'retry' | 'sign-in' | 'settings' | 'none'
}

const words = (title: string, text: string, action: ErrorWords['action']): ErrorWords => ({ title, text, action })

function wordsOf(code: ErrorCode, hasFields: boolean, workspaceName: string | null): ErrorWords {
  switch (code) {
    case 'INVALID_INPUT':
      return words('Something here was not accepted', 'Check the marked fields and try once more.', 'none')
    case 'UNKNOWN_CALL':
    case 'FORBIDDEN_SENDER':
      return words('The app refused its own request', 'This is a defect. Restarting the app may help.', 'none')
    case 'CANCELLED':
      return words('Stopped', 'The request was stopped before it ended.', 'retry')
    case 'INTERNAL':
      return words('Something went wrong inside the app', 'It was written to the log. Trying again may help.', 'retry')
    case 'ADDRESS_INVALID':
      return words(
        'The base address cannot be used',
        'It has to start with https://, or with http:// for a service on this computer.',
        'settings',
      )
    case 'NAME_NOT_FOUND':
      return words(
        'The service’s name was not found',
        'Check the network and the base address. What was synced before stays on screen.',
        'retry',
      )
    case 'CONNECTION_REFUSED':
      return words(
        'The service could not be reached',
        'Check the network, or try again later. What was synced before stays on screen.',
        'retry',
      )
    case 'CONNECTION_LOST':
      return words('The connection broke', 'Try again. What was synced before stays on screen.', 'retry')
    case 'TIMEOUT':
      return words(
        'The service took too long',
        'Try again in a moment. What was synced before stays on screen.',
        'retry',
      )
    case 'TLS_UNTRUSTED':
      return words(
        'The connection would not be secure',
        'Nothing was sent. Ask whoever runs the service, or check the base address.',
        'settings',
      )
    case 'NOT_THE_SERVICE':
      return words(
        'Something else answered',
        'Perhaps a sign-in page of the network, or the base address is not right.',
        'settings',
      )
    case 'REDIRECTED':
      return words(
        'The service points elsewhere',
        'Redirects are never followed, so that the token stays where it belongs. Enter the final address.',
        'settings',
      )
    case 'ANSWER_TOO_LARGE':
      return words('The answer is too large', 'More came than the app can take in. Nothing was changed.', 'none')
    case 'TOKEN_MISSING':
      return words('Sign-in needed', 'Paste an access token for this organisation.', 'sign-in')
    case 'UNAUTHENTICATED':
      return words('Sign-in needed', 'The access token was not accepted. Paste a new one.', 'sign-in')
    case 'FORBIDDEN':
      return words(
        `Your token may not do this ${workspaceName === null ? 'here' : `in ${workspaceName}`}`,
        'Ask for the right, or use a token that has it.',
        'none',
      )
    case 'NOT_FOUND':
      return words('It is not there', 'It may have been deleted meanwhile, or an id is not right.', 'none')
    case 'REFUSED':
      return words(
        'The service did not accept this',
        hasFields
          ? 'Check the marked fields and send it again.'
          : 'The same would be refused again; the reason is in its answer.',
        'none',
      )
    case 'RATE_LIMITED':
      return words('Too many requests', 'The service asks for a pause. Try again in a minute.', 'retry')
    case 'SERVICE_FAILED':
      return words('The service has a problem', 'It is none of your doing. Try again later.', 'retry')
    case 'UNEXPECTED_STATUS':
      return words('The service gave an answer nobody described', 'Nothing was changed on this computer.', 'retry')
    case 'WORKSPACE_UNKNOWN':
      return words('This workspace is not set up', 'Connect it first.', 'settings')
    case 'ENVIRONMENT_LOCKED':
      return words('This environment is read-only', 'Unlock editing first, then do it again.', 'none')
    case 'ENVIRONMENT_CHANGED':
      return words(
        'The environment has changed',
        'It was locked or got another address in the meantime. Do it again if you still want it.',
        'none',
      )
    case 'KEYCHAIN_LOCKED':
      return words('The keychain is locked', 'Unlock the keychain of this computer, then try again.', 'retry')
    case 'KEYCHAIN_TIMEOUT':
      return words('The keychain does not answer', 'It may be waiting for a password. Look for its window.', 'retry')
    case 'TOKEN_UNSTORABLE':
      return words('This token cannot be kept', 'It is too long or has characters that the keychain refuses.', 'none')
    case 'LIBRARY_UNAVAILABLE':
      return words('The local library is not ready', 'It is being started again. Try again in a moment.', 'retry')
    case 'DISK_FULL':
      return words('The disk is full', 'Make some room. Nothing that was saved before is lost.', 'retry')
    case 'CONFLICT':
      return words('This change has moved on', 'It was edited, sent or discarded meanwhile. Look at it again.', 'none')
    case 'TAMPERED':
      return words(
        'This was altered outside the app',
        'It was not sent and will not be. Make the change once more if you want it, and discard this one.',
        'none',
      )
    case 'PROFILE_READ_ONLY':
      return words('Nothing can be saved', 'The app may not write into its own folder on this computer.', 'none')
    default:
      return assertNever(code)
  }
}

/** `workspaceName`: where it was refused, as a token is good for some places and not for others; null = not known. */
export function wordsFor(error: AppError | ErrorReport, workspaceName: string | null = null): ErrorWords {
  const { code, fields = [] } = error instanceof AppError ? error.report : error
  return wordsOf(code, fields.length > 0, workspaceName)
}

/** What crossed the bridge is an AppError; anything else that is thrown in the page is a defect of the page. */
export function asAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('INTERNAL', 'Something unexpected happened in the window.')
}
