import { expect, it } from 'vitest'
import { AppError, ErrorCode } from '../../contract/errors'
import { asAppError, couldNotSendWords, wordsFor } from './words'

it('names the workspace in which a token may not do something, where it is known', () => {
  const error = new AppError('FORBIDDEN', '')
  expect(wordsFor(error, 'Trial bikes').title).toBe('You don’t have permission to do this in Trial bikes')
  expect(wordsFor(error).title).toBe('You don’t have permission to do this here')
})

it.each([
  ['Nothing is listening at this address.', 'Couldn’t send: nothing is listening at this address.'],
  ['', 'Couldn’t send: can’t reach the service.'],
])('says in one sentence why a change could not be sent (%j)', (message, words) => {
  expect(couldNotSendWords(new AppError('CONNECTION_REFUSED', message).report)).toBe(words)
})

it.each(ErrorCode.options)('%s has words and a way on', (code) => {
  const { title, text, action } = wordsFor(new AppError(code, 'detail'))
  expect(title).not.toBe('')
  expect(text).toMatch(/[.?]$/)
  expect(title).not.toContain(code)
  expect(['retry', 'sign-in', 'settings', 'network', 'none']).toContain(action)
})

it('asks for a sign-in only when a token is what is missing', () => {
  const signIn = ErrorCode.options.filter((code) => wordsFor(new AppError(code, '')).action === 'sign-in')
  expect(signIn).toEqual(['TOKEN_MISSING', 'UNAUTHENTICATED'])
})

it('speaks of marked fields only where some are marked', () => {
  const fields = [{ path: ['title'], message: 'Too long.' }]
  expect(wordsFor(new AppError('REFUSED', '', { fields })).text).toMatch(/highlighted fields/)
  expect(wordsFor(new AppError('REFUSED', '').report).text).not.toMatch(/field/)
})

it('refuses a code nobody knows', () => {
  expect(() => wordsFor({ code: 'NEWER' as ErrorCode, message: '', retryable: false })).toThrow('NEWER')
})

it('takes what is not an AppError for a defect', () => {
  const known = new AppError('TIMEOUT', 'late')
  expect(asAppError(known)).toBe(known)
  expect(asAppError(new TypeError('x')).code).toBe('INTERNAL')
})
