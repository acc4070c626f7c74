import { once } from 'node:events'
import { expect, test } from 'vitest'
import { spawnTied, stopProcess, withCleanup } from './processes.mjs'

/** A process that ignores SIGTERM, with a child that keeps its output open. By themselves, they outlive any test. */
const stubborn = `
  const { spawn } = require('node:child_process')
  process.on('SIGTERM', () => {})
  spawn(process.execPath, ['-e', 'console.log("begun"); setTimeout(() => {}, 600_000)'], { stdio: 'inherit' })
  setTimeout(() => {}, 600_000)`

test.runIf(process.platform !== 'win32')(
  'stopping a process also ends its children, even when it ignores SIGTERM',
  async () => {
    const child = spawnTied(process.execPath, ['-e', stubborn], { stdio: ['ignore', 'pipe', 'ignore'] })
    await once(child.stdout, 'data')
    // The output closes when the last process that holds it ends.
    const closed = once(child, 'close')
    await stopProcess(child, { graceMs: 100 })
    expect((await closed)[1]).toBe('SIGKILL')
  },
)

test('cleanups run in reverse order, also after a failure', async () => {
  const undone = []
  const work = withCleanup(async (onClose) => {
    onClose(() => undone.push('first'))
    onClose(() => undone.push('second'))
    throw new Error('broken')
  })
  await expect(work).rejects.toThrow('broken')
  expect(undone).toEqual(['second', 'first'])
})
