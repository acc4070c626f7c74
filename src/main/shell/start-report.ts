// After the first rows are painted: a line in the log, and, in a run from the sources without a screen, a report of what the
// window shows and a screenshot in the requested files. The start script waits for them.
import { rename, writeFile } from 'node:fs/promises'
import type { BrowserWindow } from 'electron'
import { isOf } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'
import type { Log } from './log'
import { sinceStartMs } from './since-start'

interface Report {
  readonly environment: string | null
  readonly workspace: string | null
  readonly insights: number
  /** When the first rows were painted, in milliseconds since 1970. The start script knows when it started the app. */
  readonly paintedAt: number
  readonly electron: string
}

/** Writes `<prefix>.json` atomically, after the screenshot: once it exists, both files are complete. */
async function write(prefix: string, window: BrowserWindow, report: Report): Promise<void> {
  // A service's workspace is on disk only encrypted, so there is no screenshot of it.
  if (report.environment === null || report.environment === 'sandbox') {
    const screenshot = await window.webContents.capturePage()
    await writeFile(`${prefix}.png`, screenshot.toPNG())
  }
  await writeFile(`${prefix}.json.part`, JSON.stringify(report))
  await rename(`${prefix}.json.part`, `${prefix}.json`)
}

interface StartReportDeps {
  readonly settings: Pick<SettingsStore, 'read'>
  readonly windowInFront: () => BrowserWindow | undefined
  /** An installed app ignores the variable with the path. */
  readonly isPackaged: boolean
  readonly log: Pick<Log, 'info'>
}

/** To be called with the number of rows when the first rows are painted. Writes files only if a report was requested. */
export function createStartReport(deps: StartReportDeps): (rows: number) => Promise<void> {
  return async (rows) => {
    const paintedAt = Date.now()
    const { active, environments } = deps.settings.read()
    deps.log.info(
      `start: ${active?.environment ?? 'no environment'}, ${rows} rows, painted ${sinceStartMs()} ms after the process began`,
    )
    const prefix = deps.isPackaged ? undefined : process.env.DISCOVERY_DESK_REPORT
    const window = deps.windowInFront()
    if (!prefix || !window) return
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
