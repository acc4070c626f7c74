// Whether `discovery-desk://` links that are pressed elsewhere are opened with this app. An installed app tells the
// system by itself; one that is started from its folder does so only when the person asks, as the folder may go.
import { mkdir, readFile, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors'
import type { LinkOpening } from '../../contract/features/shell'
import { writeWholeFile } from '../settings/write-file'
import { changedDefaults, desktopEntry, entryName, isDefault } from './linux-links'

export interface LinkOpeningDeps {
  readonly platform: NodeJS.Platform
  readonly isInstalled: boolean
  /** Of the person. */
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** What opens this app with this profile: the program and its arguments, to which a link is added. */
  readonly command: readonly string[]
  /** The system's own way, on Windows. */
  readonly registry: {
    readonly isOn: (program: string, args: readonly string[]) => boolean
    readonly set: (isOn: boolean, program: string, args: readonly string[]) => boolean
  }
}

export interface LinkOpener {
  read(): Promise<LinkOpening>
  /** Throws INVALID_INPUT where this cannot be chosen or could not be written. */
  set(isOn: boolean): Promise<LinkOpening>
}

const notWritten = () => new AppError('INVALID_INPUT', 'The system did not take it. Nothing was changed.')

const textOf = (file: string) =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })

export function createLinkOpener(deps: LinkOpeningDeps): LinkOpener {
  const { platform, isInstalled, home, env, command, registry } = deps
  const [program = '', ...args] = command
  const folderOf = (variable: string, usual: string) => {
    const given = env[variable]
    return given && path.isAbsolute(given) ? given : path.join(home, usual)
  }
  const entry = path.join(folderOf('XDG_DATA_HOME', '.local/share'), 'applications', entryName)
  const defaults = path.join(folderOf('XDG_CONFIG_HOME', '.config'), 'mimeapps.list')
  const short = (file: string) => (file.startsWith(`${home}${path.sep}`) ? `~${file.slice(home.length)}` : file)

  async function onLinux(isOn: boolean): Promise<void> {
    // Whoever keeps it elsewhere has a link there, which stays one.
    const list = await realpath(defaults).catch(() => defaults)
    const before = await textOf(list)
    if (isOn) {
      await mkdir(path.dirname(entry), { recursive: true })
      await writeWholeFile(entry, desktopEntry(command))
      await mkdir(path.dirname(list), { recursive: true })
    } else await rm(entry, { force: true })
    const after = changedDefaults(before, isOn)
    if (after !== before) await writeWholeFile(list, after)
  }

  async function isOnLinux(): Promise<boolean> {
    // What cannot be read does not lead here either.
    const [own, list] = await Promise.all([entry, defaults].map((file) => textOf(file).catch(() => '')))
    // Another copy or profile of the app may have said the same of itself.
    return own === desktopEntry(command) && isDefault(list ?? '')
  }

  async function read(): Promise<LinkOpening> {
    if (isInstalled) return { state: 'installed', files: [] }
    if (platform === 'linux') {
      const isOn = await isOnLinux()
      return { state: isOn ? 'on' : 'off', files: [entry, defaults].map(short) }
    }
    if (platform === 'win32') return { state: registry.isOn(program, args) ? 'on' : 'off', files: [] }
    // macOS reads the schemes of an app from its bundle alone.
    return { state: 'unavailable', files: [] }
  }

  return {
    read,
    async set(isOn) {
      const { state } = await read()
      if (state === 'installed' || state === 'unavailable') throw notWritten()
      if (platform === 'linux') {
        await onLinux(isOn).catch(async () => {
          if (isOn) await rm(entry, { force: true }).catch(() => {})
          throw notWritten()
        })
      } else if (!registry.set(isOn, program, args)) throw notWritten()
      return read()
    },
  }
}
