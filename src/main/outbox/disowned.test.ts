import { mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDisowned, openDisowned } from './disowned'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'disowned-'))
  file = path.join(folder, 'not-kept')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('what is disowned is so in the next run too, until it is taken back', async () => {
  const first = await openDisowned(file)
  await Promise.all([first.add('a'), first.add('b'), first.add('c'), first.remove('b')])
  const second = await openDisowned(file)
  expect(['a', 'b', 'c'].map(second.has)).toEqual([true, false, true])
  await second.remove('a')
  const third = await openDisowned(file)
  expect(['a', 'c'].map(third.has)).toEqual([false, true])
})

test('a write that fails changes nothing, and the next one is tried', async () => {
  let isFull = true
  const written: (readonly string[])[] = []
  const disowned = createDisowned(['a'], async (ids) => {
    if (isFull) throw new Error('full')
    written.push(ids)
  })
  await expect(disowned.add('b')).rejects.toThrow('full')
  await expect(disowned.remove('a')).rejects.toThrow('full')
  expect([disowned.has('a'), disowned.has('b')]).toEqual([true, false])
  isFull = false
  await disowned.add('c')
  expect(written).toEqual([['a', 'c']])
})

test('a file that cannot be read is not written over', async () => {
  // Nobody can read it, and anybody could put another one in its place.
  symlinkSync(file, file)
  const disowned = await openDisowned(file)
  await expect(disowned.add('a')).rejects.toMatchObject({ code: 'PROFILE_READ_ONLY' })
  expect(readlinkSync(file)).toBe(file)
})
