import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadFirst } from '../../e2e/app/still-app.ts'
import { inProject } from '../setup/paths.mjs'

test('a service has the date of the pictures, also below a folder with a space in its name', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'frozen-date-'))
  const file = path.join(folder, 'a b', 'frozen-date.cjs')
  try {
    mkdirSync(path.dirname(file))
    copyFileSync(inProject('e2e', 'app', 'frozen-date.cjs'), file)
    const env = { ...process.env, NODE_OPTIONS: loadFirst(file), FROZEN_AT: '2026-03-18T14:32:00.000Z' }
    const print = ['-p', 'new Date().toISOString()']
    expect(execFileSync(process.execPath, print, { env, encoding: 'utf8' }).trim()).toBe(env.FROZEN_AT)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
