import { expect, it } from 'vitest'
import { AppError, ErrorCode } from '../../contract/errors'
import { asAppError, couldNotSendWords, waitingWords, wordsFor } from './words'

it('names the workspace in which the token lacks permission, when it is known', () => {
  const error = new AppError('FORBIDDEN', '')
  expect(wordsFor(error, 'Trial bikes').title).toBe('You don’t have permission to do this in Trial bikes')
  expect(wordsFor(error).title).toBe('You don’t have permission to do this here')
})

it.each([
  ['No service is running at this address.', 'Couldn’t send: no service is running at this address.'],
  ['', 'Couldn’t send: can’t reach the service.'],
])('says in one sentence why a change could not be sent (%j)', (message, words) => {
  expect(couldNotSendWords(new AppError('CONNECTION_REFUSED', message).report)).toBe(words)
})

it.each(ErrorCode.options)('%s has a title, a full sentence and an action', (code) => {
  const { title, text, action } = wordsFor(new AppError(code, 'detail'))
  expect(title).not.toBe('')
  expect(text).toMatch(/[.?]$/)
  expect(title).not.toContain(code)
  expect(['retry', 'sign-in', 'settings', 'network', 'none']).toContain(action)
})

it('asks for a sign-in only when the token is missing or not accepted', () => {
  const signIn = ErrorCode.options.filter((code) => wordsFor(new AppError(code, '')).action === 'sign-in')
  expect(signIn).toEqual(['TOKEN_MISSING', 'UNAUTHENTICATED'])
})

it('mentions highlighted fields only when there are some', () => {
  const fields = [{ path: ['title'], message: 'Too long.' }]
  expect(wordsFor(new AppError('REFUSED', '', { fields })).text).toMatch(/highlighted fields/)
  expect(wordsFor(new AppError('REFUSED', '').report).text).not.toMatch(/field/)
})

it('says of refused input which fields to change, or that nothing was done', () => {
  const fields = [{ path: ['title'], message: 'Too long.' }]
  expect(wordsFor(new AppError('INVALID_INPUT', '', { fields }))).toMatchObject({
    ...{ title: 'Some fields need changes', text: expect.stringMatching(/highlighted fields/) },
  })
  expect(wordsFor(new AppError('INVALID_INPUT', ''))).toMatchObject({
    ...{ title: 'This couldn’t be done', text: 'Nothing was changed.' },
  })
})

it('throws for an unknown code', () => {
  expect(() => wordsFor({ code: 'NEWER' as ErrorCode })).toThrow('NEWER')
})

it('treats an error that is not an AppError as a defect', () => {
  const known = new AppError('TIMEOUT', 'late')
  expect(asAppError(known)).toBe(known)
  expect(asAppError(new TypeError('x')).code).toBe('INTERNAL')
})

it.each([
  ['UNAUTHENTICATED', /Add a new access token to send it/],
  ['TOKEN_MISSING', /Add a new access token/],
  ['CONNECTION_REFUSED', /once the service is available/],
  ['RATE_LIMITED', /once the service is available/],
  ['ENVIRONMENT_CHANGED', /To send it, choose Review and send/],
] as const)('says what a change waits for: %s', (code, words) => {
  expect(waitingWords(new AppError(code, '').report, 'staging')).toMatch(words)
})

it('says when a change waits only for its turn or for the keychain', () => {
  expect(waitingWords(null, 'sandbox')).toMatch(/after earlier changes/)
  expect(waitingWords(new AppError('KEYCHAIN_LOCKED', '').report, 'staging')).toMatch(
    /Unlock the keychain, then choose Sync now/,
  )
  expect(waitingWords(new AppError('KEYCHAIN_TIMEOUT', '').report, 'staging')).toMatch(
    /Unlock the keychain, then choose Sync now/,
  )
})

it.each([null, new AppError('CONNECTION_REFUSED', '').report, new AppError('TOKEN_MISSING', '').report])(
  'never promises automatic sending in production',
  (error) => {
    const words = waitingWords(error, 'production')
    expect(words).toMatch(/^Saved on this computer. To send it to Production, choose Review and send/)
    expect(words).not.toContain('will be sent')
  },
)
