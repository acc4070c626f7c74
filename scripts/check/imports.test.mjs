import { expect, test } from 'vitest'
import { importsOf } from './imports.mjs'

const specifiers = (text) =>
  importsOf({ path: 'src/main/a.ts', text }).map(({ specifier, isType }) => [specifier, isType])

test.each([
  ["import './a'", './a', false],
  ["import a from './a'", './a', false],
  ["import type { A } from './a'", './a', true],
  ["import { type A } from './a'", './a', true],
  ["import { type A, b } from './a'", './a', false],
  ["export * from './a'", './a', false],
  ["export type * from './a'", './a', true],
  ["export { a } from './a'", './a', false],
  ["export type { A } from './a'", './a', true],
  ["const a = await import('./a')", './a', false],
  ['const a = await import(`./a`)', './a', false],
  ["type A = import('./a').A", './a', true],
  ["import a = require('./a')", './a', false],
  ["const a = require('./a')", './a', false],
  ["const a = require.resolve('./a')", './a', false],
])('%s', (text, specifier, isType) => {
  expect(specifiers(text)).toEqual([[specifier, isType]])
})

test('a computed import is seen, and known to be computed', () => {
  expect(specifiers('const a = await import(name)')).toEqual([[undefined, false]])
})

test('comments and strings import nothing', () => {
  expect(specifiers(`// import './a'\nconst text = "import './b'"\nexport const a = 1`)).toEqual([])
})

test('code that cannot be parsed is not passed over', () => {
  expect(() => specifiers('import {')).toThrow('src/main/a.ts')
})
