// API document, "Common formats".
import { describe, expect, test } from 'vitest'
import { UtcDateTime, Uuid } from './formats'

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success

describe('UUID', () => {
  const uuid = (version: string, variant: string) => `3f2b1c4d-5e6f-${version}abc-${variant}def-001122334455`

  test.each([...'12345678'])('accepts version %s', (version) => {
    expect(accepts(Uuid, uuid(version, '8'))).toBe(true)
  })

  test.each([...'09abcdef'])('refuses version %s', (version) => {
    expect(accepts(Uuid, uuid(version, '8'))).toBe(false)
  })

  test.each([...'89abAB'])('accepts variant %s', (variant) => {
    expect(accepts(Uuid, uuid('4', variant))).toBe(true)
  })

  test.each([...'01234567cdef'])('refuses variant %s', (variant) => {
    expect(accepts(Uuid, uuid('4', variant))).toBe(false)
  })

  test.each([
    ['all zero', '00000000-0000-0000-0000-000000000000'],
    ['all f', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    ['upper case', uuid('4', '8').toUpperCase()],
  ])('accepts %s', (_, value) => {
    expect(accepts(Uuid, value)).toBe(true)
  })

  test.each([
    ['almost all zero', '00000000-0000-0000-0000-000000000001'],
    ['almost all f', 'ffffffff-ffff-ffff-ffff-fffffffffffe'],
    ['no hyphens', uuid('4', '8').replaceAll('-', '')],
    ['braces', `{${uuid('4', '8')}}`],
    ['a space behind', `${uuid('4', '8')} `],
    ['a line break behind', `${uuid('4', '8')}\n`],
    ['a digit too few', uuid('4', '8').slice(0, -1)],
    ['a digit too many', `${uuid('4', '8')}0`],
    ['a letter that is no digit', uuid('4', '8').replace('3f', '3g')],
    ['nothing', ''],
    ['a number', 4],
    ['null', null],
  ])('refuses %s', (_, value) => {
    expect(accepts(Uuid, value)).toBe(false)
  })
})

describe('date-time in UTC', () => {
  test.each([
    '2026-01-31T23:59:59Z',
    '2026-01-31T23:59Z',
    '2026-01-31T00:00:00Z',
    '2026-01-31T23:59:59.1Z',
    '2026-01-31T23:59:59.123Z',
    '2026-01-31T23:59:59.123456789Z',
    '2024-02-29T12:00:00Z',
    '2024-02-29T12:00Z',
    '2000-02-29T12:00:00Z',
    '2026-12-31T12:00:00Z',
  ])('accepts %s', (value) => {
    expect(accepts(UtcDateTime, value)).toBe(true)
  })

  test.each([
    ['no Z', '2026-01-31T23:59:59'],
    ['no Z and no seconds', '2026-01-31T23:59'],
    ['an offset', '2026-01-31T23:59:59+01:00'],
    ['an offset of nothing', '2026-01-31T23:59:59+00:00'],
    ['an offset and no seconds', '2026-01-31T23:59+00:00'],
    ['a small z', '2026-01-31T23:59:59z'],
    ['a space for T', '2026-01-31 23:59:59Z'],
    ['a date alone', '2026-01-31'],
    ['no minutes', '2026-01-31T23Z'],
    ['a point without digits', '2026-01-31T23:59:59.Z'],
    ['a fraction of a minute', '2026-01-31T23:59.5Z'],
    ['29 February of a common year', '2025-02-29T12:00:00Z'],
    ['29 February of a common year, no seconds', '2025-02-29T12:00Z'],
    ['29 February of 1900', '1900-02-29T12:00:00Z'],
    ['30 February', '2024-02-30T12:00:00Z'],
    ['31 April', '2026-04-31T12:00:00Z'],
    ['month 13', '2026-13-01T12:00:00Z'],
    ['month 0', '2026-00-01T12:00:00Z'],
    ['hour 24', '2026-01-31T24:00:00Z'],
    ['minute 60', '2026-01-31T23:60:00Z'],
    ['second 60', '2026-01-31T23:59:60Z'],
    ['two digits of a year', '26-01-31T12:00:00Z'],
    ['a number', 1_769_904_000],
    ['nothing', ''],
  ])('refuses %s', (_, value) => {
    expect(accepts(UtcDateTime, value)).toBe(false)
  })
})
