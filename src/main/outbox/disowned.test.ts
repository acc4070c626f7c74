import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askingFirst, createDisowned, lostNotices, openDisowned } from './disowned'

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

const second = () => `${file}-2`
const damages: Readonly<Record<string, (path: string) => void>> = {
  'is gone': (path) => rmSync(path),
  'is emptied': (path) => truncateSync(path, 0),
  'is cut short': (path) => truncateSync(path, statSync(path).size - 3),
  'has another digit': (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('a\n', 'f\n')),
  'is a folder': (path) => {
    rmSync(path)
    mkdirSync(path)
  },
}
const faults = Object.entries(damages)

test.each(faults)('one of the two files %s: nothing is lost, and nothing is in doubt', async (_, damage) => {
  for (const path of [() => file, second]) {
    const before = await openDisowned(file)
    await before.add('a')
    damage(path())
    const after = await openDisowned(file)
    expect([after.has('a'), after.mayMissSome('staging')]).toEqual([true, false])
    rmSync(file, { recursive: true, force: true })
    rmSync(second(), { recursive: true, force: true })
  }
})

test.each(faults.slice(1))(
  'both files: each %s: what waits in any environment is in doubt until it was asked about',
  async (_, damage) => {
    const before = await openDisowned(file)
    for (const id of ['b', 'a']) await before.add(id)
    for (const path of [file, second()]) damage(path)
    const after = await openDisowned(file)
    expect([after.mayMissSome('staging'), after.mayMissSome('production')]).toEqual([true, true])
    expect([lostNotices(before), lostNotices(after)]).toEqual([[], [expect.stringContaining('Review and send')]])
    if (statSync(file).isDirectory()) return
    await after.wereAskedAbout('staging')
    expect([after.mayMissSome('staging'), after.mayMissSome('production')]).toEqual([false, true])
    const next = await openDisowned(file)
    expect([next.mayMissSome('staging'), next.mayMissSome('production')]).toEqual([false, true])
  },
)

test.each([
  ['the first', () => file],
  ['the second', second],
])('of two files the newest counts, where %s could not be read for one run', async (_, hidden) => {
  const before = await openDisowned(file)
  await before.add('taken back')
  const left = readFileSync(hidden())
  damages['is a folder']?.(hidden())
  const during = await openDisowned(file)
  await during.remove('taken back')
  await during.add('since')
  rmSync(hidden(), { recursive: true })
  writeFileSync(hidden(), left)
  const after = await openDisowned(file)
  expect([after.has('taken back'), after.has('since'), after.mayMissSome('staging')]).toEqual([false, true, false])
})

test('of a write that the end of the process cut off between the files, both count', async () => {
  const before = await openDisowned(file)
  await before.add('a')
  const old = readFileSync(second())
  await before.add('b')
  writeFileSync(second(), old)
  expect((await openDisowned(file)).has('b')).toBe(true)
  const lagging = readFileSync(file)
  await before.remove('b')
  // Nobody was told yet that it was taken back.
  writeFileSync(second(), lagging)
  expect((await openDisowned(file)).has('b')).toBe(true)
})

test('what is written beside a file that cannot be read counts more than that file, however often it was written', async () => {
  const before = await openDisowned(file)
  for (const id of ['a', 'b', 'c']) await before.add(id)
  const left = readFileSync(file)
  damages['is a folder']?.(file)
  damages['is emptied']?.(second())
  const during = await openDisowned(file)
  await during.add('since')
  rmSync(file, { recursive: true })
  writeFileSync(file, left)
  const after = await openDisowned(file)
  expect(after.has('since')).toBe(true)
  // What was not known in that run is in doubt.
  expect(after.mayMissSome('staging')).toBe(true)
})

test('an environment that is to be asked about later is so in the next run, without a word of something lost', async () => {
  const first = await openDisowned(file)
  await first.askLater('staging')
  const next = await openDisowned(file)
  expect([next.requiresReview('staging'), next.requiresReview('production'), lostNotices(next)]).toEqual([
    true,
    false,
    [],
  ])
  await next.wereAskedAbout('staging')
  expect((await openDisowned(file)).requiresReview('staging')).toBe(false)
})

test('what an earlier version left is whole, and what it left damaged is in doubt', async () => {
  const id = randomUUID()
  writeFileSync(file, `${id}\n`)
  const whole = await openDisowned(file)
  expect([whole.has(id), whole.mayMissSome('staging')]).toEqual([true, false])
  writeFileSync(file, `${id.slice(0, 20)}\n`)
  expect((await openDisowned(file)).mayMissSome('staging')).toBe(true)
})

test('a library of an environment in doubt is opened such that it asks first, and one in memory is not', async () => {
  for (const path of [file, second()]) mkdirSync(path)
  const disowned = await openDisowned(file)
  const input = { environment: 'staging', key: null, generation: 'g' } as const
  const place = (at: string | null) => askingFirst(async () => ({ input: { ...input, file: at } }), disowned)('staging')
  expect(await place('staging.db')).toEqual({ input: { ...input, file: 'staging.db', requiresReview: true } })
  expect(await place(null)).toEqual({ input: { ...input, file: null } })
})

test('a file that cannot be read is not written over', async () => {
  // Nobody can read it, and anybody could put another one in its place.
  symlinkSync(file, file)
  const disowned = await openDisowned(file)
  await disowned.add('a')
  expect(readlinkSync(file)).toBe(file)
  expect((await openDisowned(file)).has('a')).toBe(true)
  rmSync(second())
  symlinkSync(second(), second())
  await expect((await openDisowned(file)).add('b')).rejects.toMatchObject({ code: 'PROFILE_READ_ONLY' })
})
