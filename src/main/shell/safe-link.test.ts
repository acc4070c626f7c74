import { expect, it } from 'vitest'
import { safeLink } from './safe-link'

const sandbox = 'http://127.0.0.1:4321'

it.each([
  ['https://juniperbikes.example/a?b=c#d', 'https://juniperbikes.example/a?b=c#d'],
  [`${sandbox}/files/a.txt`, `${sandbox}/files/a.txt`],
  ['HTTPS://Juniperbikes.example', 'https://juniperbikes.example/'],
])('accepts %s', (text, href) => {
  expect(safeLink(text, sandbox)).toBe(href)
})

it.each([
  'http://juniperbikes.example/',
  'http://127.0.0.1:4322/files/a.txt',
  'http://127.0.0.1:4321.juniperbikes.example/',
  'http://user@127.0.0.1:4321/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  'smb://host/share',
  'https://user@juniperbikes.example/',
  'https://user:word@juniperbikes.example/',
  'https://juniper\u202ebikes.example/',
  'https://juniper\nbikes.example/',
  ' https://juniperbikes.example/',
  'https:\\\\juniperbikes.example',
  'https://juniperbikes.example/a b.pdf',
  'juniperbikes.example',
  '',
  `https://juniperbikes.example/${'a'.repeat(2048)}`,
])('refuses %j', (text) => {
  expect(() => safeLink(text, sandbox)).toThrow('This link wasn’t opened')
})

it('refuses a sandbox link while no sandbox is running', () => {
  expect(() => safeLink(`${sandbox}/files/a.txt`, null)).toThrow('only https links are allowed')
})
