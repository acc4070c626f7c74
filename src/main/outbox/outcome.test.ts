import { expect, test } from 'vitest'
import { AppError, ErrorCode, type ErrorReport } from '../../contract/errors'
import { meaningOf } from './outcome'

const report = (code: ErrorCode, details: Partial<ErrorReport> = {}) => new AppError(code, 'x', details).report

test('only what cannot have reached the service, or was refused there, is certain', () => {
  const certain = ErrorCode.options.filter((code) => meaningOf(report(code)) !== 'unknown')
  expect(certain.sort()).toEqual(
    [
      ...['ADDRESS_INVALID', 'CONNECTION_REFUSED', 'FORBIDDEN', 'NAME_NOT_FOUND', 'NOT_FOUND', 'RATE_LIMITED'],
      ...['REFUSED', 'TLS_UNTRUSTED', 'TOKEN_MISSING', 'UNAUTHENTICATED'],
    ].sort(),
  )
})

test.each([
  [report('REFUSED', { fields: [{ path: ['title'], message: '' }] }), 'refused'],
  [report('REFUSED', { fields: [{ path: ['feedbackIds', 'id'], message: '' }] }), 'refused'],
  [report('REFUSED', { fields: [{ path: ['id'], message: '' }] }), 'id-taken'],
  [report('UNEXPECTED_STATUS', { status: 409 }), 'id-taken'],
  [report('UNEXPECTED_STATUS', { status: 422 }), 'refused'],
  [report('UNEXPECTED_STATUS', { status: 201 }), 'unknown'],
  [report('UNEXPECTED_STATUS'), 'unknown'],
] as const)('%o means %s', (error, meaning) => {
  expect(meaningOf(error)).toBe(meaning)
})
