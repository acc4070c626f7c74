// For whoever starts the app without a screen: once the person would see something, a picture of the window and what
// it shows are written to the files that were asked for. The start script waits for them.
import { rename, writeFile } from 'node:fs/promises'
import type { BrowserWindow } from 'electron'

export interface Shown {
  readonly environment: string | null
  readonly workspace: string | null
  readonly insights: number
  /** From the start of the process to the first rows painted, in milliseconds. */
  readonly firstRowsMs: number
  readonly electron: string
}

/** Writes `<prefix>.png`, then `<prefix>.json` in one step, so that the second one means both are there. */
export async function writeStartReport(prefix: string, window: BrowserWindow, shown: Shown): Promise<void> {
  const picture = await window.webContents.capturePage()
  await writeFile(`${prefix}.png`, picture.toPNG())
  await writeFile(`${prefix}.json.part`, JSON.stringify(shown))
  await rename(`${prefix}.json.part`, `${prefix}.json`)
}
