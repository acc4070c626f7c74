import { expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import { waitingWords } from './waiting-words'

it.each([
  ['UNAUTHENTICATED', /Add a new access token to send it/],
  ['TOKEN_MISSING', /Add a new access token/],
  ['CONNECTION_REFUSED', /once the service is available/],
  ['RATE_LIMITED', /once the service is available/],
  ['ENVIRONMENT_CHANGED', /Review it in the sync status to send it/],
] as const)('says what a change waits for: %s', (code, words) => {
  expect(waitingWords(new AppError(code, '').report, 'staging')).toMatch(words)
})

it('says so when a change only waits for its turn', () => {
  expect(waitingWords(null, 'sandbox')).toMatch(/after earlier changes/)
  expect(waitingWords(new AppError('KEYCHAIN_LOCKED', '').report, 'staging')).toMatch(
    /Unlock the keychain, then choose Sync now/,
  )
  expect(waitingWords(new AppError('KEYCHAIN_TIMEOUT', '').report, 'staging')).toMatch(
    /Unlock the keychain, then choose Sync now/,
  )
})

it.each([null, new AppError('CONNECTION_REFUSED', '').report, new AppError('TOKEN_MISSING', '').report])(
  'promises nothing in production that is not done there',
  (error) => {
    const words = waitingWords(error, 'production')
    expect(words).toMatch(/^Saved on this computer. Review it in the sync status before it goes to production/)
    expect(words).not.toContain('will be sent')
  },
)
