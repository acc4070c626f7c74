import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './log'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'log-test-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })

test('writes to the file when stderr throws, and when it fails later', () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => {
    throw broken
  })
  const log = createLog(folder)
  log.info('still here')
  expect(() => process.stderr.emit('error', broken)).not.toThrow()
  expect(readFileSync(path.join(folder, 'main.log'), 'utf8')).toContain('still here')
})

test('never throws, whatever it is given and wherever it writes', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  const log = createLog(file)
  const hostile = {
    toString() {
      throw new Error('no text')
    },
  }
  const withoutStack = Object.defineProperty(new Error('x'), 'stack', {
    get() {
      throw new Error('no stack')
    },
  })
  for (const defect of [hostile, Object.create(null), Symbol('x'), withoutStack, new Error('y'.repeat(5_000_000))]) {
    expect(log.defect('anywhere', defect)).toMatch(/^[0-9a-f]{8}$/)
  }
})

test('cuts a huge error', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  createLog(folder).defect('anywhere', new Error('y'.repeat(5_000_000)))
  expect(readFileSync(path.join(folder, 'main.log')).length).toBeLessThan(100_000)
})
