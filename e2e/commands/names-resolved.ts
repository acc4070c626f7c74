import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ElectronApplication } from '@playwright/test'

/** Names below juniperbikes.example that any process of Chromium was asked to resolve during the work. */
export async function namesResolved(
  electron: ElectronApplication,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'discovery-desk-net-log-'))
  const file = path.join(folder, 'log.json')
  try {
    await electron.evaluate(({ session }, to) => session.defaultSession.netLog.startLogging(to), file)
    await work()
    await electron.evaluate(({ session }) => session.defaultSession.netLog.stopLogging())
    return [...new Set((await readFile(file, 'utf8')).match(/[a-z-]+\.juniperbikes\.example/g) ?? [])]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
