// electron-updater as this app uses it: it compares versions, finds the file for this platform, keeps the download and
// installs it. It never acts by itself. It is loaded when an update address is set, and not before.
import { accessSync, constants, readFileSync } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { AppUpdater } from 'electron-updater'
import { z } from 'zod'
import { AppError } from '../../contract/errors'
import { fileError } from '../settings/write-file'
import type { Log } from '../shell/log'
import type { UpdateHttp } from './update-http'

/**
 * How a new version gets onto this computer. page: the person fetches it. A package of the Linux system is installed by
 * root, so it comes from whoever installed the first one; an unpacked archive has no installer; a Windows build that names
 * no publisher could not tell whose the new version is; and macOS runs an app that was not moved out of its disk image or
 * the downloads from a read-only volume.
 */
export type InstallKind = 'appImage' | 'nsis' | 'mac' | 'page'

export interface Installation {
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  /** The AppImage that runs, as its launcher says. */
  readonly appImage: string | undefined
  /** The folder of app-update.yml. */
  readonly resources: string
}

export function installKind(
  { platform, isPackaged, appImage, resources }: Installation,
  assertAccess = accessSync,
): InstallKind {
  if (platform === 'linux') return appImage !== undefined && canReplace(appImage) ? 'appImage' : 'page'
  if (!isPackaged) return 'page'
  if (platform === 'darwin') return isOnReadOnlyVolume(resources, assertAccess) ? 'page' : 'mac'
  return platform === 'win32' && namesPublisher(resources) ? 'nsis' : 'page'
}

function canReplace(file: string): boolean {
  try {
    if (!path.isAbsolute(file)) return false
    accessSync(file)
    accessSync(path.dirname(file), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** An app in a folder of somebody else is not: its installer asks for an administrator. */
function isOnReadOnlyVolume(folder: string, assertAccess: typeof accessSync): boolean {
  try {
    assertAccess(folder, constants.W_OK)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS'
  }
}

/** electron-updater compares the publisher of the download with this one, and with none it compares nothing. */
function namesPublisher(resources: string): boolean {
  try {
    return /^publisherName:/m.test(readFileSync(path.join(resources, 'app-update.yml'), 'utf8'))
  } catch {
    return false
  }
}

interface FoldersOnComputer {
  readonly platform: NodeJS.Platform
  /** %LOCALAPPDATA% of Windows. */
  readonly localAppData: string | undefined
  readonly profile: string
}

/** The profile follows a person to other Windows computers, and a download should not. */
export function updateCacheFolder({ platform, localAppData, profile }: FoldersOnComputer): string {
  return (platform === 'win32' && localAppData) || profile
}

export interface Release {
  readonly version: string
  /** Plain text; may be empty. */
  readonly notes: string
}

/** All throw AppError. */
export interface Updater {
  /** The release that the feed names, if it is newer than this app; null otherwise. */
  check(): Promise<Release | null>
  /** Downloads and verifies the release that `check` found. `onProgress` gets a fraction. */
  download(onProgress: (done: number) => void): Promise<void>
  /** Checks, before the app ends, that there is room to install the download. */
  assertInstallable(): Promise<void>
  /** After the app ended everything else: replaces the app, starts it again and quits. */
  install(onFailed: (error: unknown) => void): void
  dispose(): void
}

export interface UpdaterDeps {
  readonly kind: InstallKind
  readonly version: string
  /** Prefix of the addresses of the feed and of the files that it names. */
  readonly address: string
  readonly http: UpdateHttp
  readonly resources: string
  /** The download is kept below it. */
  readonly cacheFolder: string
  /** Those of this process, for the one that takes its place. */
  readonly restartArguments: readonly string[]
  readonly quit: () => void
  readonly log: Pick<Log, 'info'>
}

const version = /^\d{1,6}\.\d{1,6}\.\d{1,6}(-[\w.-]{1,40})?$/

/** Notes are one text, or one for each version. */
const UpdateFeed = z.object({
  version: z.string().regex(version),
  releaseNotes: z
    .union([z.string(), z.array(z.object({ version: z.string(), note: z.string().nullish() }))])
    .nullish()
    .catch(null),
})

export async function loadUpdater(deps: UpdaterDeps): Promise<Updater> {
  const { kind, address, http, log, cacheFolder } = deps
  const { AppImageUpdater, MacUpdater, NsisUpdater } = await import('electron-updater')
  class OwnAppImageUpdater extends AppImageUpdater {
    /** Starts the new version. Without these arguments it would open the default profile. */
    protected override spawnLog(program: string, args: string[] = [], env?: unknown): Promise<boolean> {
      return super.spawnLog(program, [...args, ...deps.restartArguments], env)
    }
  }
  const Chosen = { appImage: OwnAppImageUpdater, page: AppImageUpdater, mac: MacUpdater, nsis: NsisUpdater }[kind]
  const updater: AppUpdater = new Chosen(undefined, {
    ...{ version: deps.version, name: 'discovery-desk', isPackaged: true },
    appUpdateConfigPath: path.join(deps.resources, 'app-update.yml'),
    ...{ userDataPath: path.join(cacheFolder, 'discovery-desk-updater'), baseCachePath: cacheFolder },
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: deps.quit,
    onQuit: () => undefined,
  })
  // Not among its options, and read when the address is set.
  Object.assign(updater, { httpExecutor: http })
  const say = (line?: unknown) => log.info(`updates: ${String(line).split('\n', 1)[0]}`)
  updater.logger = { info: () => undefined, warn: say, error: say }
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.disableDifferentialDownload = true
  updater.disableWebInstaller = true
  // Where the person fetches the file, the check has to work without an installation that could be replaced.
  updater.forceDevUpdateConfig = kind === 'page'
  updater.setFeedURL({ provider: 'generic', url: address, useMultipleRangeRequest: false })

  let downloaded: string | null = null
  return {
    async check() {
      const result = await updater.checkForUpdates().catch(rethrowKnown)
      if (!result?.isUpdateAvailable) return null
      const feed = UpdateFeed.safeParse(result.updateInfo)
      if (!feed.success) throw notAFeed()
      return { version: feed.data.version, notes: plainNotes(feed.data.releaseNotes ?? '') }
    },
    async download(onProgress) {
      const listen = ({ percent, total, transferred }: { percent?: number; total: number; transferred: number }) =>
        onProgress(percent === undefined ? (total > 0 ? transferred / total : 0) : percent / 100)
      updater.on('download-progress', listen)
      try {
        const [file] = await updater.downloadUpdate().catch(rethrowKnown)
        downloaded = file ?? null
      } finally {
        updater.off('download-progress', listen)
      }
    },
    async assertInstallable() {
      const target = kind === 'appImage' ? process.env.APPIMAGE : undefined
      if (target === undefined || downloaded === null) return
      await assertRoom(downloaded, path.dirname(target)).catch((error: unknown) => {
        throw fileError(error)
      })
    },
    install(onFailed) {
      updater.once('error', onFailed)
      updater.quitAndInstall(false, true)
    },
    dispose: http.abort,
  }
}

/** The AppImage is deleted before the new one is moved to its place, so nothing may fail in between. */
async function assertRoom(file: string, folder: string): Promise<void> {
  await access(folder, constants.W_OK)
  const [from, to, disk] = await Promise.all([stat(file), stat(folder), statfs(folder)])
  const isRenamed = from.dev === to.dev
  if (!isRenamed && disk.bavail * disk.bsize < from.size) throw new AppError('DISK_FULL', 'The disk is full.')
}

const notAFeed = () => new AppError('NOT_THE_SERVICE', 'The update server’s response isn’t a list of versions.')

/** Translates electron-updater's own codes, and its error for a feed that is no feed. */
function rethrowKnown(error: unknown): never {
  if (error instanceof AppError) throw error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE')
    throw new AppError('TAMPERED', 'The file isn’t signed by its publisher.')
  if (code === 'ERR_CHECKSUM_MISMATCH') throw new AppError('TAMPERED', 'The file isn’t the one that the feed names.')
  if (code.startsWith('ERR_UPDATER_') || error instanceof TypeError) throw notAFeed()
  throw fileError(error)
}

const longestNotes = 2_000

/** Formatting is taken off, as a dialog of the system shows text only. */
function plainNotes(
  notes: string | readonly { readonly version: string; readonly note?: string | null | undefined }[],
) {
  const text =
    typeof notes === 'string' ? notes : notes.map((each) => `${each.version}\n${each.note ?? ''}`).join('\n\n')
  const plain = text
    .replaceAll(/<[^>]{0,200}>/g, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? '\n' : ''))
    .replaceAll(/\n\s*\n+/g, '\n\n')
    .trim()
  return plain.length > longestNotes ? `${plain.slice(0, longestNotes)}…` : plain
}
