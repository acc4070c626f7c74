import { rename } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { waitForFile } from '../../contract/held-open'

/** Renames a file or folder. Waits up to a second for another program that has it open on Windows. */
export async function renameFile(
  from: string,
  to: string,
  { platform, once }: RenameDeps = { platform: process.platform, once: rename },
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await once(from, to)
    } catch (error) {
      const waitMs = waitForFile(error, tries, platform)
      if (waitMs === null) throw error
      await setTimeout(waitMs)
    }
  }
}

interface RenameDeps {
  readonly platform: NodeJS.Platform
  readonly once: (from: string, to: string) => Promise<void>
}
