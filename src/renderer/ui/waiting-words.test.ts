import { expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import { waitingWords } from './waiting-words'

it.each([
  ['UNAUTHENTICATED', /once you sign in with a new access token/],
  ['TOKEN_MISSING', /once you sign in/],
  ['CONNECTION_REFUSED', /when the service can be reached/],
  ['RATE_LIMITED', /when the service can be reached/],
] as const)('says what a change waits for: %s', (code, words) => {
  expect(waitingWords(new AppError(code, '').report, 'staging')).toMatch(words)
})

it('says so when a change only waits for its turn', () => {
  expect(waitingWords(null, 'sandbox')).toMatch(/after the changes before it/)
  expect(waitingWords(new AppError('KEYCHAIN_LOCKED', '').report, 'staging')).toMatch(/once the keychain is unlocked/)
  expect(waitingWords(new AppError('KEYCHAIN_TIMEOUT', '').report, 'staging')).toMatch(/once the keychain is unlocked/)
})

it.each([null, new AppError('CONNECTION_REFUSED', '').report, new AppError('TOKEN_MISSING', '').report])(
  'promises nothing in production that is not done there',
  (error) => {
    const words = waitingWords(error, 'production')
    expect(words).toMatch(/^Saved on this computer. It does not go to production by itself: choose Review and send/)
    expect(words).not.toContain('will be sent')
  },
)
