import { mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { App } from 'electron'
import type { Log } from './log'

type Paths = Pick<App, 'isPackaged' | 'getPath' | 'setPath'> & {
  readonly commandLine: Pick<App['commandLine'], 'hasSwitch'>
}

/** A run from the sources keeps away from the data of an installed app, unless `--user-data-dir` names the folder. */
export function profileFolder(app: Paths): string {
  const folder = app.getPath('userData')
  if (app.isPackaged || app.commandLine.hasSwitch('user-data-dir')) return folder
  const own = `${folder} (from source)`
  // Made as Chromium makes the default one.
  mkdirSync(own, { recursive: true, mode: 0o700 })
  app.setPath('userData', own)
  return own
}

/**
 * Other users who may write to the profile could replace the settings, and with them the address that a token goes to.
 * The folder may be shared on purpose, so the person is told and nothing is changed. Windows has no such modes.
 */
export async function writableFolderNotices(
  profile: string,
  log: Pick<Log, 'info'>,
  platform: NodeJS.Platform = process.platform,
): Promise<readonly string[]> {
  if (platform === 'win32') return []
  const mode = await stat(profile).then(
    (folder) => folder.mode & 0o777,
    () => 0,
  )
  if ((mode & 0o022) === 0) return []
  log.info(`the profile folder may be written to by others (mode ${mode.toString(8)})`)
  return [
    `Other users of this computer can write to the app’s folder (${profile}) and change where your data is sent. Make it private, for example with chmod 700.`,
  ]
}
