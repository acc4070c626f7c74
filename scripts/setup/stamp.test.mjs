import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildHash } from './build.mjs'
import { dependenciesHash } from './dependencies.mjs'
import { filesBelow, hashOf, readStamp, writeStamp } from './stamp.mjs'

let folder
const write = (name, text) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), text)
}

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stamp-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a hash depends on names and contents, and not on their order', () => {
  expect(hashOf({ a: '1', b: '2' })).toBe(hashOf({ b: '2', a: '1' }))
  expect(hashOf({ a: '1', b: '2' })).not.toBe(hashOf({ a: '12', b: '' }))
  expect(hashOf({ a: '1' })).not.toBe(hashOf({ b: '1' }))
})

test('files are listed recursively, without skipped ones', () => {
  for (const name of ['a.ts', 'deep/b.ts', 'node_modules/c.ts']) write(name, '')
  expect(filesBelow(folder, { skip: (name) => name === 'node_modules' })).toEqual(['a.ts', 'deep/b.ts'])
  expect(filesBelow(path.join(folder, 'nowhere'))).toEqual([])
})

test('a stamp reads back as it was written, and is undefined at first', () => {
  const file = path.join(folder, 'deep', 'stamp')
  expect(readStamp(file)).toBeUndefined()
  writeStamp(file, 'abc')
  expect(readStamp(file)).toBe('abc')
})

test('a build is stale after a new source or a changed configuration or changelog, not after a new test or a touched file', () => {
  write('src/main/index.ts', 'export const a = 1')
  write('electron.vite.config.ts', '')
  const first = buildHash(folder)
  write('src/main/index.test.ts', 'a test')
  write('README.md', 'words')
  utimesSync(path.join(folder, 'src/main/index.ts'), 1, 1)
  expect(buildHash(folder)).toBe(first)
  write('src/main/other.ts', '')
  const second = buildHash(folder)
  expect(second).not.toBe(first)
  write('electron.vite.config.ts', 'changed')
  const third = buildHash(folder)
  expect(third).not.toBe(second)
  // “What's new” shows it.
  write('CHANGELOG.md', 'words')
  expect(buildHash(folder)).not.toBe(third)
})

test('packages are reinstalled for another version, override or lock, not for another npm script', () => {
  const manifest = (more) => JSON.stringify({ dependencies: { zod: '4.0.0' }, ...more })
  const first = dependenciesHash(manifest({}), 'lock')
  expect(dependenciesHash(manifest({ scripts: { start: 'x' }, description: 'y' }), 'lock')).toBe(first)
  expect(dependenciesHash(manifest({ dependencies: { zod: '4.0.1' } }), 'lock')).not.toBe(first)
  expect(dependenciesHash(manifest({ overrides: { a: '1' } }), 'lock')).not.toBe(first)
  expect(dependenciesHash(manifest({}), 'other lock')).not.toBe(first)
})
