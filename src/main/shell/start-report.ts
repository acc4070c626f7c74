// For starts without a screen: after the first rows are painted, writes a screenshot of the window and a report of what
// it shows to the requested files. The start script waits for them.
import { rename, writeFile } from 'node:fs/promises'
import type { BrowserWindow } from 'electron'
import { isOf } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'

interface Report {
  readonly environment: string | null
  readonly workspace: string | null
  readonly insights: number
  /** When the first rows were painted, in milliseconds since 1970. The start script knows when it started the app. */
  readonly paintedAt: number
  readonly electron: string
}

/** Writes `<prefix>.png`, then `<prefix>.json` atomically: once the second file exists, both are complete. */
async function write(prefix: string, window: BrowserWindow, report: Report): Promise<void> {
  const screenshot = await window.webContents.capturePage()
  await writeFile(`${prefix}.png`, screenshot.toPNG())
  await writeFile(`${prefix}.json.part`, JSON.stringify(report))
  await rename(`${prefix}.json.part`, `${prefix}.json`)
}

/** To be called with the number of rows when the first rows are painted. Does nothing unless a report was requested. */
export function createStartReport(
  settings: Pick<SettingsStore, 'read'>,
  windowInFront: () => BrowserWindow | undefined,
): (rows: number) => Promise<void> {
  return async (rows) => {
    const paintedAt = Date.now()
    const prefix = process.env.DISCOVERY_DESK_REPORT
    const window = windowInFront()
    if (!prefix || !window) return
    const { active, environments } = settings.read()
    const open = active && environments[active.environment].workspaces.find((entry) => isOf(entry, active))
    await write(prefix, window, {
      environment: active?.environment ?? null,
      workspace: open?.name ?? null,
      insights: rows,
      paintedAt,
      electron: process.versions.electron,
    })
  }
}
