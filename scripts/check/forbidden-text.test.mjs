import { expect, test } from 'vitest'
import { checkForbiddenText } from './forbidden-text.mjs'

// The examples are put together here, because this file is checked as well.
const joined = (...parts) => parts.join('')
const check = (path, text) => checkForbiddenText([{ path, text }])

test.each([
  joined('/ho', 'me/ada/notes'),
  joined('/Us', 'ers/ada'),
  joined('/wo', 'rk/project'),
  joined('/ro', 'ot/project'),
  joined('C:\\Us', 'ers\\ada'),
])('a path of one machine is found in prose: %s', (path) => {
  expect(check('README.md', `see\n${path}`)).toEqual([expect.stringContaining('README.md:2')])
})

test('the host of a registry is found in a lock file', () => {
  const text = joined('"resolved": "https://regis', 'try.example.com/zod.tgz"')
  expect(check('package-lock.json', text)).toHaveLength(1)
})

test('words that only look alike are let through', () => {
  expect(check('docs/a.md', 'frame/work/flow, src/main/home.ts, https://example.com/home/page, ./root/x')).toEqual([])
})

test('a dangerous call is found in code and not in a comment that warns of it', () => {
  const name = joined('find', 'Credentials')
  expect(check('src/main/a.ts', `await keytar.${name}('x')`)).toHaveLength(1)
  expect(check('src/main/a.ts', `// never ${name}: it crashes`)).toEqual([])
})

test('HTML from text is found', () => {
  const text = joined('const a = <p dangerously', "SetInnerHTML={{ __html: 'x' }} />")
  expect(check('src/renderer/A.tsx', text)).toHaveLength(1)
})

test.each(['only', 'skip', 'todo', 'fixme'])('a test marked %s is found', (mark) => {
  expect(check('src/main/a.test.ts', joined('te', `st.${mark}('x', () => {})`))).toHaveLength(1)
  expect(check('e2e/specs/a.spec.ts', joined('test.describe', `.${mark}('x', () => {})`))).toHaveLength(1)
})

test('a computed import is found in the product, a fixed one is none', () => {
  expect(check('src/main/a.ts', '\nconst a = await import(name)')).toEqual([
    'src/main/a.ts:2: a computed import cannot be checked',
  ])
  expect(check('src/main/a.ts', 'const a = require(name)')).toHaveLength(1)
  expect(check('src/main/a.ts', "const a = await import('./b')\nconst c = await import(`./c`)")).toEqual([])
  expect(check('src/main/a.ts', "const code = 'require(name)' // import(name)")).toEqual([])
})

test('a key typed by hand and an invalidation are found in the page, outside of their places', () => {
  const typed = joined('const options = { query', "Key: ['metrics', 'list'] }")
  const invalidation = joined('void queryClient.invalidate', 'Queries()')
  for (const text of [typed, invalidation]) {
    expect(check('src/renderer/features/a.ts', text)).toHaveLength(1)
    expect(check('src/renderer/client/queries.ts', text)).toEqual([])
    expect(check('src/renderer/app/pushes.ts', text)).toEqual([])
  }
})

test.each(['fetch(address)', 'new WebSocket(address)', 'new EventSource(address)'])(
  '%s is found in the library',
  (text) => {
    expect(check('src/library/a.ts', text)).toEqual([
      `src/library/a.ts:1: "${text.replace(/^new |address.*/g, '')}": the library has no network`,
    ])
    expect(check('src/main/a.ts', text)).toEqual([])
  },
)
