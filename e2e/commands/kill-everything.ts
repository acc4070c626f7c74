// A power cut for one started app: every process of it at once, without a word.
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { RunningApp } from '../app/app'
import { readProcesses } from './read-processes'

/** Gone, or dead and not buried yet: either way it holds nothing any more. */
async function isGone(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
  return stat === null || /\) [ZX] /.test(stat)
}

/** Resolves when nothing of it is left: the next start must not meet it. */
export async function killEverything({ pid }: RunningApp): Promise<void> {
  const own = await readProcesses(pid)
  // Playwright starts the app as the leader of a group of its own.
  process.kill(-pid, 'SIGKILL')
  const left = async () => (await Promise.all(own.map((each) => isGone(each.pid)))).filter((gone) => !gone).length
  await expect.poll(left, { intervals: [20] }).toBe(0)
}
