import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { replaceFile } from './replace-file'

let folder = ''
let file = ''
afterEach(() => {
  const disk = path.join(folder, 'disk')
  if (existsSync(disk)) spawnSync('umount', [disk])
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'export-'))
  file = path.join(folder, 'goals.csv')
})

const never = new AbortController().signal

async function* of(...pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces
}

async function* failing(error: unknown): AsyncGenerator<string> {
  yield 'half of it'
  throw error
}

test('writes all pieces in order, readable by the owner only', async () => {
  await replaceFile(file, of('one, ', 'two, ', 'thrée'), never)
  expect(readFileSync(file, 'utf8')).toBe('one, two, thrée')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['goals.csv'])
})

test('touches no neighbouring file, whatever its name', async () => {
  const neighbours = ['goals.csv.new', 'goals.csv.part', 'goals.csv~', '.discovery-desk.part']
  for (const name of neighbours) writeFileSync(path.join(folder, name), 'mine')
  await replaceFile(file, of('new'), never)
  await expect(replaceFile(file, failing(new Error('no')), never)).rejects.toThrow('no')
  for (const name of neighbours) expect(readFileSync(path.join(folder, name), 'utf8')).toBe('mine')
  expect(readdirSync(folder)).toHaveLength(neighbours.length + 1)
})

test('keeps the old file in place until the new one is complete', async () => {
  writeFileSync(file, 'old')
  async function* watched() {
    yield 'new'
    expect(readFileSync(file, 'utf8')).toBe('old')
    yield ' and whole'
  }
  await replaceFile(file, watched(), never)
  expect(readFileSync(file, 'utf8')).toBe('new and whole')
})

test.each([
  ['a defect', new TypeError('defect')],
  ['a failure of the library', new AppError('PROFILE_READ_ONLY', 'Its own words.')],
])('keeps the old file and rethrows %s', async (_, error) => {
  writeFileSync(file, 'old')
  await expect(replaceFile(file, failing(error), never)).rejects.toBe(error)
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['goals.csv'])
})

test.each([1, 2, 3, 4])('leaves nothing behind when cancelled at piece %i of 3', async (last) => {
  writeFileSync(file, 'old')
  const controller = new AbortController()
  let made = 0
  async function* cancelled() {
    for (let piece = 1; piece <= 3; piece += 1) {
      made = piece
      if (piece === last) controller.abort()
      yield 'piece'
    }
    // After the last piece, while the file is flushed.
    controller.abort()
  }
  await expect(replaceFile(file, cancelled(), controller.signal)).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(made).toBe(Math.min(last, 3))
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['goals.csv'])
})

test.each([
  ['that is gone', () => path.join(folder, 'gone', 'goals.csv')],
  [
    'that is a file',
    () => {
      writeFileSync(path.join(folder, 'plain'), '')
      return path.join(folder, 'plain', 'goals.csv')
    },
  ],
  ['without permission', () => '/proc/self/goals.csv'],
])('asks for another folder instead of one %s', async (_, place) => {
  const saving = replaceFile(place(), of('new'), never)
  await expect(saving).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('folder') })
})

test('refuses a name that a folder already has, and leaves the folder as it is', async () => {
  mkdirSync(file)
  writeFileSync(path.join(file, 'inside'), 'mine')
  await expect(replaceFile(file, of('new'), never)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(readFileSync(path.join(file, 'inside'), 'utf8')).toBe('mine')
  expect(readdirSync(folder)).toEqual(['goals.csv'])
})

/** A disk of 64 KiB; null where this computer does not allow one. */
function smallDisk(): string | null {
  const disk = path.join(folder, 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return null
  }
  return disk
}

test('reports a full disk, and keeps the old file intact', async () => {
  const disk = smallDisk()
  // Only root may mount a disk.
  if (disk === null) return
  const old = path.join(disk, 'goals.csv')
  writeFileSync(old, 'old')
  const saving = replaceFile(old, of(...Array.from({ length: 32 }, () => 'x'.repeat(4096))), never)
  await expect(saving).rejects.toMatchObject({ code: 'DISK_FULL' })
  expect(readFileSync(old, 'utf8')).toBe('old')
  expect(readdirSync(disk)).toEqual(['goals.csv'])
})
