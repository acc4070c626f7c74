import { expect, test } from 'vitest'
import { AppError, ErrorCode, type ErrorReport } from '../../contract/errors'
import { classifyResponse } from './requests'

const kind = 'createInsight'
const report = (code: ErrorCode, details: Partial<ErrorReport> = {}) => new AppError(code, 'x', details).report

test('classifies every code as unknown except those of requests that were not sent or were rejected', () => {
  const certain = ErrorCode.options.filter((code) => classifyResponse(kind, report(code)) !== 'unknown')
  expect(certain.sort()).toEqual(
    [
      ...[
        'ADDRESS_INVALID',
        'CONNECTION_REFUSED',
        'ENVIRONMENT_LOCKED',
        'FORBIDDEN',
        'INVALID_INPUT',
        'NAME_NOT_FOUND',
      ],
      ...['NOT_FOUND', 'PROXY_SIGN_IN', 'RATE_LIMITED', 'REFUSED', 'TLS_UNTRUSTED', 'TOKEN_MISSING', 'UNAUTHENTICATED'],
    ].sort(),
  )
})

test.each([
  [report('REFUSED', { fields: [{ path: ['title'], message: '' }] }), 'rejected'],
  [report('REFUSED', { fields: [{ path: ['feedbackIds', 'id'], message: '' }] }), 'rejected'],
  [report('REFUSED', { fields: [{ path: ['id'], message: '' }] }), 'id-taken'],
  [report('UNEXPECTED_STATUS', { status: 409 }), 'id-taken'],
  [report('UNEXPECTED_STATUS', { status: 422 }), 'rejected'],
  [report('UNEXPECTED_STATUS', { status: 408 }), 'unknown'],
  [report('UNEXPECTED_STATUS', { status: 201 }), 'unknown'],
  [report('UNEXPECTED_STATUS', { status: 507 }), 'unknown'],
  [report('UNEXPECTED_STATUS'), 'unknown'],
] as const)('classifies %o of a creation as %s', (error, outcome) => {
  expect(classifyResponse(kind, error)).toBe(outcome)
})

test.each([
  ['deleteKnowledge', report('NOT_FOUND'), 'gone'],
  ['deleteOutcome', report('NOT_FOUND'), 'gone'],
  ['deleteOutcome', report('UNEXPECTED_STATUS', { status: 410 }), 'gone'],
  ['linkMetric', report('UNEXPECTED_STATUS', { status: 410 }), 'rejected'],
  ['markAllSeen', report('NOT_FOUND'), 'rejected'],
  ['linkMetric', report('NOT_FOUND'), 'rejected'],
  ['linkMetric', report('UNEXPECTED_STATUS', { status: 409 }), 'rejected'],
  ['deleteKnowledge', report('REFUSED', { fields: [{ path: ['id'], message: '' }] }), 'rejected'],
  ['deleteKnowledge', report('NOT_THE_SERVICE', { status: 404 }), 'unknown'],
  ['deleteOutcome', report('SERVICE_FAILED'), 'unknown'],
] as const)('classifies the answer to %s: %o as %s', (changeKind, error, outcome) => {
  expect(classifyResponse(changeKind, error)).toBe(outcome)
})
