import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { endByForce, type ForkedProcess } from './forked-process'

test('endByForce kills a process that ignores SIGTERM', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'discovery-desk-'))
  try {
    const file = path.join(folder, 'deaf.cjs')
    writeFileSync(file, `process.on('SIGTERM', () => {}); process.send('up'); setInterval(() => {}, 1000)`)
    const child = fork(file)
    await once(child, 'message')
    const forked: ForkedProcess = {
      pid: child.pid,
      postMessage: () => {},
      on: () => {},
      kill: () => child.kill(),
    }
    const exited = once(child, 'exit')
    endByForce(forked)
    expect((await exited)[1]).toBe('SIGKILL')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
