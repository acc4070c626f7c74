// For whoever starts the app without a screen: once the person would see something, a picture of the window and what
// it shows are written to the files that were asked for. The start script waits for them.
import { rename, writeFile } from 'node:fs/promises'
import type { BrowserWindow } from 'electron'
import { isOf } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'

interface Shown {
  readonly environment: string | null
  readonly workspace: string | null
  readonly insights: number
  /** From the start of the process to the first rows painted, in milliseconds. */
  readonly firstRowsMs: number
  readonly electron: string
}

/** Writes `<prefix>.png`, then `<prefix>.json` in one step, so that the second one means both are there. */
async function write(prefix: string, window: BrowserWindow, shown: Shown): Promise<void> {
  const picture = await window.webContents.capturePage()
  await writeFile(`${prefix}.png`, picture.toPNG())
  await writeFile(`${prefix}.json.part`, JSON.stringify(shown))
  await rename(`${prefix}.json.part`, `${prefix}.json`)
}

/** For the moment the person first sees something, with how many rows; does nothing unless a report was asked for. */
export function createStartReport(
  settings: Pick<SettingsStore, 'read'>,
  windowInFront: () => BrowserWindow | undefined,
): (rows: number) => Promise<void> {
  return async (rows) => {
    const prefix = process.env.DISCOVERY_DESK_REPORT
    const window = windowInFront()
    if (!prefix || !window) return
    const { active, environments } = settings.read()
    const open = active && environments[active.environment].workspaces.find((entry) => isOf(entry, active))
    await write(prefix, window, {
      environment: active?.environment ?? null,
      workspace: open?.name ?? null,
      insights: rows,
      firstRowsMs: Math.round(Date.now() - (process.getCreationTime() ?? Date.now())),
      electron: process.versions.electron,
    })
  }
}
