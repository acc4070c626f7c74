// A power cut for one started app: kills all its processes at once, without warning.
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { RunningApp } from '../app/app'
import { readProcesses } from './read-processes'

/** Whether the process is gone or a zombie: either way it holds no resources. */
async function isGone(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
  return stat === null || /\) [ZX] /.test(stat)
}

/** Resolves when no process is left for the next start to meet. */
export async function killEverything({ pid }: RunningApp): Promise<void> {
  const own = await readProcesses(pid)
  // Playwright starts the app as the leader of a process group.
  process.kill(-pid, 'SIGKILL')
  const left = async () => (await Promise.all(own.map((each) => isGone(each.pid)))).filter((gone) => !gone).length
  await expect.poll(left, { intervals: [20] }).toBe(0)
}
