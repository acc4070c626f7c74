import { expect, test } from 'vitest'
import { conditionalHeaders, validatorsOf } from './validators'

const url = 'https://api.example.com/insights?relationships=feedback'
const readMs = Date.UTC(2025, 5, 1, 12)
const hourMs = 3_600_000
const known = { url, etag: '"a"', lastModified: null, readAt: new Date(readMs).toISOString() }

test('asks with the tag, and with the date only where there is no tag', () => {
  expect(conditionalHeaders(known, url, readMs)).toEqual({ 'If-None-Match': '"a"' })
  const lastModified = 'Sun, 01 Jun 2025 10:00:00 GMT'
  expect(conditionalHeaders({ ...known, lastModified }, url, readMs)).toEqual({ 'If-None-Match': '"a"' })
  expect(conditionalHeaders({ ...known, etag: null, lastModified }, url, readMs)).toEqual({
    'If-Modified-Since': lastModified,
  })
})

test.each([
  ['nothing is known', null, readMs],
  ['another address was read', { ...known, url: `${url},solutions` }, readMs],
  ['it was read a day ago', known, readMs + 24 * hourMs],
  ['the clock was set back since', known, readMs - 1],
  ['the date cannot be read', { ...known, readAt: 'yesterday' }, readMs],
])('asks for the whole list when %s', (_, validators, nowMs) => {
  expect(conditionalHeaders(validators, url, nowMs)).toEqual({})
})

const headers = (given: Record<string, string>) => validatorsOf(new Headers(given), url, readMs)

test('takes tags as they are, and a date that is a minute older than the answer', () => {
  expect(headers({ etag: 'W/"x-1"' })).toEqual({ ...known, etag: 'W/"x-1"' })
  const lastModified = 'Sun, 01 Jun 2025 11:59:00 GMT'
  expect(headers({ 'last-modified': lastModified, date: 'Sun, 01 Jun 2025 12:00:00 GMT' })).toEqual({
    ...known,
    etag: null,
    lastModified,
  })
  expect(headers({ 'last-modified': lastModified, date: 'Sun, 01 Jun 2025 11:59:59 GMT' })).toBeNull()
})

test.each([
  { etag: 'x-1' },
  { etag: '"two "quotes"' },
  { etag: `"${'x'.repeat(500)}"` },
  { 'last-modified': 'Sun, 01 Jun 2025 10:00:00 GMT' },
  { 'last-modified': 'soon', date: 'Sun, 01 Jun 2025 12:00:00 GMT' },
  {},
] as Record<string, string>[])('%j cannot be asked with', (given) => {
  expect(headers(given)).toBeNull()
})
