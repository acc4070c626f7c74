import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDownloadBuffer } from './download-buffer'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'library-downloadBuffer-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const whole = (pieces: Iterable<Buffer>) => Buffer.concat([...pieces].map((piece) => Buffer.from(piece)))
const text = Buffer.from('Kolibri '.repeat(100_000))

it.each([1, 1_000, 500_000, 900_000])('returns the bytes it was given with a limit of %i bytes', async (limit) => {
  const file = join(folder, 'downloadBuffer')
  const downloadBuffer = createDownloadBuffer(file, limit)
  const pieces = [text.subarray(0, 7), randomBytes(3_001), Buffer.alloc(0), text.subarray(7)]
  for (const piece of pieces) downloadBuffer.append(new Uint8Array(piece))
  expect(downloadBuffer.size()).toBe(text.length + 3_001)
  expect(existsSync(file)).toBe(limit < text.length)
  if (existsSync(file)) {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file).includes('Kolibri')).toBe(false)
  }
  expect(whole(downloadBuffer.read()).equals(Buffer.concat(pieces))).toBe(true)
  await downloadBuffer.discard()
  expect(existsSync(file)).toBe(false)
})

it('writes no more bytes per append than the piece has', async () => {
  const file = join(folder, 'downloadBuffer')
  const downloadBuffer = createDownloadBuffer(file, 100_000)
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const pieces = Array.from({ length: 40 }, () => randomBytes(5_000))
  for (const piece of pieces) {
    const before = size()
    downloadBuffer.append(piece)
    expect(size() - before).toBeLessThanOrEqual(piece.length)
  }
  expect(size()).toBe(100_000)
  expect(whole(downloadBuffer.read()).equals(Buffer.concat(pieces))).toBe(true)
  await downloadBuffer.discard()
})

it('keeps an answer of 10,000 insights with embeddings in memory', async () => {
  const file = join(folder, 'downloadBuffer')
  const downloadBuffer = createDownloadBuffer(file)
  const piece = Buffer.alloc(1024 * 1024)
  for (let pieces = 0; pieces < 60; pieces += 1) downloadBuffer.append(piece)
  expect(existsSync(file)).toBe(false)
  for (let pieces = 0; pieces < 5; pieces += 1) downloadBuffer.append(piece)
  expect(existsSync(file)).toBe(true)
  await downloadBuffer.discard()
})

it('stays in memory without a file', () => {
  const downloadBuffer = createDownloadBuffer(null, 1)
  downloadBuffer.append(text)
  expect(whole(downloadBuffer.read()).equals(text)).toBe(true)
})

it('refuses more than it may hold in memory', () => {
  const downloadBuffer = createDownloadBuffer(null, 1, 1_000)
  downloadBuffer.append(text.subarray(0, 1_000))
  expect(() => downloadBuffer.append(text.subarray(0, 1))).toThrow(
    expect.objectContaining({ code: 'ANSWER_TOO_LARGE' }),
  )
})

it('refuses to return a file that was changed meanwhile', () => {
  const file = join(folder, 'downloadBuffer')
  const downloadBuffer = createDownloadBuffer(file, 1)
  downloadBuffer.append(text)
  const bytes = readFileSync(file)
  bytes[1_000] = (bytes[1_000] ?? 0) ^ 1
  writeFileSync(file, bytes)
  expect(() => whole(downloadBuffer.read())).toThrow('unable to authenticate data')
})

it('throws when the folder cannot be written to', () => {
  const taken = join(folder, 'taken')
  writeFileSync(taken, 'not a folder')
  const downloadBuffer = createDownloadBuffer(join(taken, 'downloadBuffer'), 1)
  expect(() => downloadBuffer.append(text)).toThrow(expect.objectContaining({ code: 'PROFILE_READ_ONLY' }))
})
