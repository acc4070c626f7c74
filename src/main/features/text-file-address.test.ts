import { expect, test } from 'vitest'
import { textFileAddress } from './text-file-address'

const base = 'https://service.example/v4'

test.each([
  ['/files/a.txt', base, 'https://service.example/v4/files/a.txt'],
  ['files/a.txt', base, 'https://service.example/v4/files/a.txt'],
  ['/files/a.txt?x=1', 'https://service.example', 'https://service.example/files/a.txt?x=1'],
  ['https://service.example/files/a.txt', base, 'https://service.example/files/a.txt'],
  ['/files/ä b.txt', base, 'https://service.example/v4/files/%C3%A4%20b.txt'],
  ['/files/a.txt', 'http://127.0.0.1:4242', 'http://127.0.0.1:4242/files/a.txt'],
])('resolves %s against %s', (path, address, expected) => {
  expect(textFileAddress(path, address)).toBe(expected)
})

test.each([
  [null, base],
  ['/files/a.txt', null],
  ['', base],
  ['  ', base],
  ['//evil.example/a.txt', base],
  ['/\\evil.example/a.txt', base],
  ['\\\\evil.example\\a.txt', base],
  ['https://evil.example/a.txt', base],
  ['https://service.example.evil.example/a.txt', base],
  ['https://service.example@evil.example/a.txt', base],
  ['https://me:secret@service.example/a.txt', base],
  ['https://service.example:8443/a.txt', base],
  ['http://service.example/a.txt', base],
  ['javascript:alert(1)', base],
  ['JAVASCRIPT:alert(1)', base],
  ['java\nscript:alert(1)', base],
  ['data:text/html,x', base],
  ['file:///etc/passwd', base],
  ['blob:https://service.example/1', base],
  ['/files/a.txt', 'http://service.example'],
  ['/files/a.txt', 'nonsense'],
])('returns null for %j against %s', (path, address) => {
  expect(textFileAddress(path, address)).toBeNull()
})
