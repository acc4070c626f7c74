import { expect, test } from 'vitest'
import { createRedaction } from './redact'

const redact = (text: string, secret: string) => createRedaction(secret)(text)
const secret = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiJqdW5pcGVyIn0'.repeat(3)}.a+b/c=_-signature`
const base64 = (text: string) => Buffer.from(text).toString('base64')
const everyEscape = (escaped: (code: string) => string) =>
  Array.from(secret, (char) => escaped(char.charCodeAt(0).toString(16).padStart(2, '0'))).join('')

test.each([
  ['as it is', secret],
  ['without its last character', secret.slice(0, -1)],
  ['cut in the middle', secret.slice(0, 60)],
  ['in a URL', encodeURIComponent(secret)],
  ['with every character escaped for a URL', everyEscape((code) => `%${code.toUpperCase()}`)],
  ['in JSON', JSON.stringify(secret).replaceAll('/', '\\/')],
  ['with every character escaped for JSON', everyEscape((code) => `\\u00${code}`)],
  ['in base64', base64(secret)],
  ['in base64 behind one character', base64(`"${secret}"`)],
  ['in base64 behind another text', base64(`Bearer ${secret}`)],
  ['in base64 for URLs', Buffer.from(`x=${secret}`).toString('base64url')],
])('removes a token %s', (_, written) => {
  const text = redact(`The token ${written} was refused. Ask Anna.`, secret)
  expect(text).toMatch(/^The token "?\S{0,12}…"? was refused\. Ask Anna\.$/)
  for (let place = 0; place + 16 <= written.length; place += 1) {
    expect(text).not.toContain(written.slice(place, place + 16))
  }
})

test('removes a token whose base64 differs in URLs', () => {
  const tilde = `a~~${'x~'.repeat(20)}`
  for (const written of [Buffer.from(tilde).toString('base64'), Buffer.from(tilde).toString('base64url')]) {
    expect(redact(`The token ${written} was refused.`, tilde)).toBe('The token … was refused.')
  }
})

test('leaves other words, and a short secret as a whole', () => {
  expect(redact('The token was refused.', secret)).toBe('The token was refused.')
  expect(redact('a b abc', 'abc')).toBe('a b …')
  expect(redact('a b abc', '')).toBe('a b abc')
  expect(redact('a abcdefghi b', 'abcdefghij')).toBe('a … b')
})

test('takes a token of the greatest length', () => {
  expect(redact(`x ${'y'.repeat(20_000)} z`, 'y'.repeat(20_000))).toBe('x … z')
})
