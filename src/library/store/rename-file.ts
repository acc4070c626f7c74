import { renameSync } from 'node:fs'
import { waitForFile } from '../../contract/held-open'

/**
 * Renames a file. Waits up to a second for another program that has it open on Windows. Nothing else runs meanwhile, since
 * those who rename hold a transaction or open the library.
 */
export function renameFile(
  from: string,
  to: string,
  { platform, once }: RenameDeps = { platform: process.platform, once: renameSync },
): void {
  for (let tries = 0; ; tries += 1) {
    try {
      once(from, to)
      return
    } catch (error) {
      const waitMs = waitForFile(error, tries, platform)
      if (waitMs === null) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs)
    }
  }
}

interface RenameDeps {
  readonly platform: NodeJS.Platform
  readonly once: (from: string, to: string) => void
}
