// API document, "Errors": the envelope.
import { describe, expect, test } from 'vitest'
import { ProblemEnvelope } from './problem'

const error = { code: 'INVALID_REQUEST', description: 'Something is wrong' }
const invalid = { type: 'invalid_type', message: 'Expected text', path: ['title'] }
const accepts = (value: unknown) => ProblemEnvelope.safeParse(value).success

describe('the error envelope', () => {
  test.each([
    ['code and description alone', { error }],
    ['a code that is not in the document', { error: { ...error, code: 'TEAPOT' } }],
    ['names of fields', { error: { ...error, fields: ['title'] } }],
    ['no names', { error: { ...error, fields: [] } }],
    ['details', { error: { ...error, validationErrors: { invalidFields: { title: invalid } } } }],
    ['details of nothing', { error: { ...error, validationErrors: { invalidFields: {} } } }],
    [
      'an empty path',
      { error: { ...error, validationErrors: { invalidFields: { title: { ...invalid, path: [] } } } } },
    ],
  ])('accepts %s', (_, value) => {
    expect(ProblemEnvelope.parse(value)).toEqual(value)
  })

  test.each([
    ['another top-level member', { error, data: null }],
    ['no error', {}],
    ['an error that is text', { error: 'wrong' }],
    ['no code', { error: { description: 'x' } }],
    ['no description', { error: { code: 'x' } }],
    ['a code that is a number', { error: { ...error, code: 400 } }],
    ['members beyond those listed', { error: { ...error, stack: 'at …' } }],
    ['fields that are not text', { error: { ...error, fields: [1] } }],
    ['details without invalidFields', { error: { ...error, validationErrors: {} } }],
    ['details without a path', { error: { ...error, validationErrors: { invalidFields: { a: { type: 'x' } } } } }],
    [
      'a path of numbers',
      { error: { ...error, validationErrors: { invalidFields: { a: { ...invalid, path: [0] } } } } },
    ],
  ])('refuses %s', (_, value) => {
    expect(accepts(value)).toBe(false)
  })
})
