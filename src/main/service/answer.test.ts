import { expect, test, vi } from 'vitest'
import { statusError } from './answer'

const secret = `eyJhbGciOiJIUzI1NiJ9.${'x'.repeat(80)}`
const reportOf = (error: unknown) =>
  statusError({ status: 400, headers: new Headers(), body: { error }, secret }).report

test('reads at most fifty fields of a refusal and ten parts of a path, however many the service sends', () => {
  const fields = Array.from({ length: 2000 }, (_, place) => `f${place}`)
  expect(reportOf({ description: 'No.', fields }).fields).toHaveLength(50)
  const invalidFields = Object.fromEntries(fields.map((name) => [name, { message: 'No.', path: fields.slice(0, 20) }]))
  const { fields: detailed = [] } = reportOf({ description: 'No.', validationErrors: { invalidFields } })
  expect(detailed).toHaveLength(50)
  expect(detailed[0]?.path).toHaveLength(10)
})

test.each([
  ['fields', (many: unknown[]) => ({ fields: many })],
  ['parts of a path', (many: unknown[]) => ({ validationErrors: { invalidFields: { a: { path: many } } } })],
])('validates no more %s than it reads when the service sends many malformed ones', (_, error) => {
  const many: unknown[] = Array.from({ length: 2000 }, () => null)
  const wasRead = vi.fn(() => null)
  Object.defineProperty(many, 1999, { get: wasRead })
  expect(reportOf({ description: 'No.', ...error(many) }).message).toBe('The response was 400: No.')
  expect(wasRead).not.toHaveBeenCalled()
})

const envelope = { error: { code: 'INTERNAL_SERVER_ERROR', description: 'No.' } }

test.each([
  ['the envelope', 500, envelope, true],
  ['the envelope with an unlisted status', 507, envelope, true],
  ['the envelope with a member beside it', 500, { ...envelope, id: 1 }, undefined],
  ['the error of another API', 503, { error: { code: 503, message: 'No.' } }, undefined],
  ['a page', 503, undefined, undefined],
])('reports whether the service itself answered: %s', (_, status, body, hasEnvelope) => {
  const { report } = statusError({ status, headers: new Headers(), body, secret })
  expect(report.hasEnvelope).toBe(hasEnvelope)
})
