import { expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import { waitingWords } from './waiting-words'

it.each([
  ['UNAUTHENTICATED', /once you sign in with a new access token/],
  ['TOKEN_MISSING', /once you sign in/],
  ['CONNECTION_REFUSED', /when the service can be reached/],
  ['RATE_LIMITED', /when the service can be reached/],
] as const)('says what a change waits for: %s', (code, words) => {
  expect(waitingWords(new AppError(code, '').report)).toMatch(words)
})

it('says so when a change only waits for its turn', () => {
  expect(waitingWords(null)).toMatch(/after the changes before it/)
})
