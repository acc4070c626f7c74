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

const everyForm: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['in a URL', encodeURIComponent],
  ['in JSON within JSON', (text) => JSON.stringify(JSON.stringify(text).replaceAll('/', '\\/'))],
  ['in base64', base64],
  ['in base64 for URLs behind another text', (text) => Buffer.from(`Bearer ${text}`).toString('base64url')],
  ['in hex', (text) => Buffer.from(text).toString('hex')],
  ['in capital hex', (text) => Buffer.from(text).toString('hex').toUpperCase()],
]
const library = '8f1c7a0de34b59628f0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60'

test.each(everyForm)('removes a token %s that lost any one of its characters', (_, form) => {
  for (const whole of [secret, library, 'hunter2-correct-horse']) {
    const redaction = createRedaction(whole)
    for (let lost = 0; lost < whole.length; lost += 1) {
      const received = whole.slice(0, lost) + whole.slice(lost + 1)
      const text = redaction(`The token ${form(received)} was refused.`)
      expect(text).toMatch(/^The token \S*…\S* was refused\.$/)
      for (let place = 0; place + 16 <= received.length; place += 1) {
        expect(text).not.toContain(form(received.slice(place, place + 16)))
      }
      expect(text.length).toBeLessThan(64)
    }
  }
})

test.each(everyForm)('removes the tail of a token %s', (_, form) => {
  expect(redact(`The token ${form(secret.slice(-24))} was refused.`, secret)).toMatch(/^The token \S{0,12}…\S{0,3} was/)
})

test('removes a password with characters that no token has, whole or cut at either end', () => {
  const password = 'correct horse! battery? stäple'
  for (const written of [password, encodeURIComponent(password), password.slice(3), password.slice(0, -3)]) {
    expect(redact(`It was (${written}).`, password)).toMatch(/^It was \([^h]{0,8}…[^h]{0,3}\)\.$/)
  }
})

test.each([
  ['backslashes', '\\'],
  ['percent signs', '%'],
  ['characters of tokens', '-'],
  ['beginnings of it', secret.slice(0, 15)],
])('processes a long text of %s in less than four times the time of ten short ones', (_, part) => {
  const hide = createRedaction(secret)
  // Processor time, which other programs on the computer lengthen least; the least of three.
  const timeOf = (times: number, chars: number) => {
    const text = part.repeat(chars / part.length)
    const rounds = Array.from({ length: 3 }, () => {
      const began = process.cpuUsage()
      for (let time = 0; time < times; time += 1) expect(hide(text)).toBe(text)
      const { user, system } = process.cpuUsage(began)
      return user + system
    })
    return Math.min(...rounds)
  }
  // Were it to grow with the square, it would be ten times.
  expect(timeOf(1, 200_000) / timeOf(10, 20_000)).toBeLessThan(4)
})

test('leaves other words alone, and removes a short secret only as a whole', () => {
  expect(redact('The token was refused.', secret)).toBe('The token was refused.')
  expect(redact('a b abc', 'abc')).toBe('a b …')
  expect(redact('a b abc', '')).toBe('a b abc')
  expect(redact('a abcdefghi b', 'abcdefghij')).toBe('a … b')
})

test('removes a token of the maximum length', () => {
  expect(redact(`x ${'y'.repeat(20_000)} z`, 'y'.repeat(20_000))).toBe('x … z')
})
