import { expect, it } from 'vitest'
import { safeLink } from './safe-link'

it.each([
  ['https://juniperbikes.example/a?b=c#d', 'https://juniperbikes.example/a?b=c#d'],
  ['HTTPS://Juniperbikes.example', 'https://juniperbikes.example/'],
])('opens %s', (text, href) => {
  expect(safeLink(text)).toBe(href)
})

it.each([
  'http://juniperbikes.example/',
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
  expect(() => safeLink(text)).toThrow('This link wasn’t opened')
})
