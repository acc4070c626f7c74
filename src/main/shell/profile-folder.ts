import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { App } from 'electron'
import { AppError } from '../../contract/errors'
import { fileError } from '../settings/write-file'
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

interface LockDeps {
  readonly platform?: NodeJS.Platform
  readonly makeFolder?: (prefix: string) => string
}

/**
 * Why no process can lock the profile, for a person; null: another one has it, or the cause isn't known. Electron gives
 * the same answer in all these cases. The lock is in the profile, and its socket in a folder for temporary files.
 */
export function whyNotLocked(
  profile: string,
  { platform = process.platform, makeFolder = mkdtempSync }: LockDeps = {},
): string | null {
  if (isLocked(profile, platform)) return null
  const temporary = tmpdir()
  const failure = writeFailure(profile, makeFolder) ?? writeFailure(temporary, makeFolder)
  if (failure === null) return null
  const { folder, error } = failure
  const known = fileError(error)
  if (known instanceof AppError && known.code === 'DISK_FULL') {
    return 'The disk is full. Free up some space, then try again.'
  }
  const named = folder === profile ? 'its folder' : 'the folder for temporary files'
  return `The app can’t write to ${named}, ${folder}. Make it writable, then try again.`
}

function writeFailure(folder: string, makeFolder: (prefix: string) => string) {
  try {
    rmdirSync(makeFolder(path.join(folder, 'discovery-desk-')))
    return null
  } catch (error) {
    return { folder, error }
  }
}

/** Chromium's lock: on Windows a file that goes with its process, otherwise a link to "host-pid". */
function isLocked(profile: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return existsSync(path.join(profile, 'lockfile'))
  try {
    const pid = Number(/-(\d+)$/.exec(readlinkSync(path.join(profile, 'SingletonLock')))?.[1])
    return pid !== process.pid && isRunning(pid)
  } catch {
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
