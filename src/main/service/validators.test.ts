import { expect, test } from 'vitest'
import { conditionalHeaders, validatorsOf } from './validators'

const url = 'https://api.example.com/insights?relationships=feedback'
const readMs = Date.UTC(2025, 5, 1, 12)
const hourMs = 3_600_000
const validators = { url, etag: '"a"', lastModified: null, readAt: new Date(readMs).toISOString() }

test('revalidates with the ETag, and with Last-Modified only if there is no ETag', () => {
  expect(conditionalHeaders(validators, url, readMs)).toEqual({ 'If-None-Match': '"a"' })
  const lastModified = 'Sun, 01 Jun 2025 10:00:00 GMT'
  expect(conditionalHeaders({ ...validators, lastModified }, url, readMs)).toEqual({ 'If-None-Match': '"a"' })
  expect(conditionalHeaders({ ...validators, etag: null, lastModified }, url, readMs)).toEqual({
    'If-Modified-Since': lastModified,
  })
})

test.each([
  ['there are no validators', null, readMs],
  ['they belong to another address', { ...validators, url: `${url},solutions` }, readMs],
  ['the list was read a day ago', validators, readMs + 24 * hourMs],
  ['the clock was set back since', validators, readMs - 1],
  ['the stored date is malformed', { ...validators, readAt: 'yesterday' }, readMs],
])('asks for the whole list when %s', (_, unusable, nowMs) => {
  expect(conditionalHeaders(unusable, url, nowMs)).toEqual({})
})

const read = (headers: Record<string, string>) => validatorsOf(new Headers(headers), url, readMs)

test('keeps any well-formed ETag, and a Last-Modified at least a minute older than the answer', () => {
  expect(read({ etag: 'W/"x-1"' })).toEqual({ ...validators, etag: 'W/"x-1"' })
  const lastModified = 'Sun, 01 Jun 2025 11:59:00 GMT'
  expect(read({ 'last-modified': lastModified, date: 'Sun, 01 Jun 2025 12:00:00 GMT' })).toEqual({
    ...validators,
    etag: null,
    lastModified,
  })
  expect(read({ 'last-modified': lastModified, date: 'Sun, 01 Jun 2025 11:59:59 GMT' })).toBeNull()
})

test.each([
  { etag: 'x-1' },
  { etag: '"two "quotes"' },
  { etag: `"${'x'.repeat(500)}"` },
  { 'last-modified': 'Sun, 01 Jun 2025 10:00:00 GMT' },
  { 'last-modified': 'soon', date: 'Sun, 01 Jun 2025 12:00:00 GMT' },
  {},
] as Record<string, string>[])('returns null for %j', (headers) => {
  expect(read(headers)).toBeNull()
})
