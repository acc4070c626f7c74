import { expect, test } from 'vitest'
import { statusError } from './answer'

const secret = `eyJhbGciOiJIUzI1NiJ9.${'x'.repeat(80)}`
const reportOf = (error: unknown) =>
  statusError({ status: 400, headers: new Headers(), body: { error }, secret }).report

test('reads no more than fifty fields of a refusal, and ten parts of a path, however many the service sends', () => {
  const fields = Array.from({ length: 2000 }, (_, place) => `f${place}`)
  expect(reportOf({ description: 'No.', fields }).fields).toHaveLength(50)
  const invalidFields = Object.fromEntries(fields.map((name) => [name, { message: 'No.', path: fields.slice(0, 20) }]))
  const { fields: detailed = [] } = reportOf({ description: 'No.', validationErrors: { invalidFields } })
  expect(detailed).toHaveLength(50)
  expect(detailed[0]?.path).toHaveLength(10)
})
