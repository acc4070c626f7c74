// Registers the app as the handler of `discovery-desk://` links. An installed app registers with its installation; an app
// that runs from a folder, from its sources or unpacked, registers only when the person asks, since the folder may be deleted.
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors'
import type { LinkOpening } from '../../contract/features/shell'
import { linkScheme } from '../../contract/views'
import { writeWholeFile } from '../settings/write-file'

export interface ProtocolClientDeps {
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  readonly isInstalled: boolean
  /** The person's home folder. */
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Starts this app with this profile: the program and its arguments, to which a link is appended. */
  readonly command: readonly string[]
  /** Windows only. */
  readonly registry: {
    readonly isOn: (program: string, args: readonly string[]) => boolean
    readonly set: (isOn: boolean, program: string, args: readonly string[]) => boolean
  }
}

export interface ProtocolClient {
  read(): Promise<LinkOpening>
  /** Throws INVALID_INPUT if the system does not allow the choice or the files cannot be written. */
  set(isOn: boolean): Promise<LinkOpening>
  /**
   * At a start: an AppImage that updates itself gets the name of its new version. If this profile's links name a program
   * that is gone from this one's folder, they name this one from now on.
   */
  followUpdate(): Promise<void>
}

const notWritten = () => new AppError('INVALID_INPUT', 'Your system didn’t allow this.')

const readText = (file: string) =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })

interface Running {
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  readonly execPath: string
}

/** The file with which a package of a Linux system registers the app. */
const installedEntry = '/usr/share/applications/discovery-desk.desktop'

/** The installer of Windows puts it beside the app. */
const uninstallerOf = (program: string) => path.join(path.dirname(program), `Uninstall ${path.basename(program)}`)

/**
 * Whether an installation registered the app, or may. Packages of a Linux system install into two folders; an AppImage or
 * an unpacked archive may be anywhere. macOS itself registers every app that it meets.
 */
export function isInstalled({ isPackaged, platform, execPath }: Running, entry = installedEntry): boolean {
  if (!isPackaged || platform === 'darwin') return isPackaged
  if (platform === 'win32') return existsSync(uninstallerOf(execPath))
  if (!/^\/(opt|usr)\//.test(execPath)) return false
  try {
    return readFileSync(entry, 'utf8').includes(mimeType)
  } catch {
    return false
  }
}

export function createProtocolClient(deps: ProtocolClientDeps): ProtocolClient {
  const { platform, isPackaged, isInstalled, home, env, command, registry } = deps
  const [program = '', ...args] = command
  const folderOf = (variable: string, fallback: string) => {
    const folder = env[variable]
    return folder && path.isAbsolute(folder) ? folder : path.join(home, fallback)
  }
  const entry = path.join(folderOf('XDG_DATA_HOME', '.local/share'), 'applications', entryName)
  const defaults = path.join(folderOf('XDG_CONFIG_HOME', '.config'), 'mimeapps.list')
  const shorten = (file: string) => (file.startsWith(`${home}${path.sep}`) ? `~${file.slice(home.length)}` : file)

  async function setOnLinux(isOn: boolean): Promise<void> {
    // A list that is a symbolic link stays one.
    const list = await realpath(defaults).catch(() => defaults)
    const before = await readText(list)
    if (isOn) {
      await mkdir(path.dirname(entry), { recursive: true })
      await writeWholeFile(entry, desktopEntry(command))
      await mkdir(path.dirname(list), { recursive: true })
    } else await rm(entry, { force: true })
    const after = withDefault(before, isOn)
    if (after !== before) await writeWholeFile(list, after)
  }

  async function isOnLinux(): Promise<boolean> {
    // An unreadable file counts as absent.
    const [ownEntry, list] = await Promise.all([entry, defaults].map((file) => readText(file).catch(() => '')))
    // The entry may belong to another copy or profile of the app.
    return ownEntry === desktopEntry(command) && isDefault(list ?? '')
  }

  async function readState(): Promise<Pick<LinkOpening, 'state' | 'files'>> {
    if (isInstalled) return { state: 'installed', files: [] }
    if (platform === 'linux') {
      const isOn = await isOnLinux()
      return { state: isOn ? 'on' : 'off', files: [entry, defaults].map(shorten) }
    }
    if (platform === 'win32') return { state: registry.isOn(program, args) ? 'on' : 'off', files: [] }
    // macOS reads the schemes of an app from its bundle only.
    return { state: 'unavailable', files: [] }
  }

  const read = async (): Promise<LinkOpening> => ({
    ...(await readState()),
    command: isPackaged ? `"${program}"` : null,
  })

  return {
    read,
    async set(isOn) {
      const { state } = await read()
      if (state === 'installed' || state === 'unavailable') throw notWritten()
      if (platform === 'linux') {
        await setOnLinux(isOn).catch(async () => {
          if (isOn) await rm(entry, { force: true }).catch(() => {})
          throw notWritten()
        })
      } else if (!registry.set(isOn, program, args)) throw notWritten()
      return read()
    },
    async followUpdate() {
      if (platform !== 'linux') return
      const before = await readText(entry)
      const neighbour = (name: string) => path.join(path.dirname(program), name)
      const entryOf = (name: string) => desktopEntry([neighbour(name), ...args])
      // The entry is this one but for the program's name. A name that has to be escaped does not match.
      const [begin = '', end = ''] = entryOf('\0').split('\0')
      const name = before.slice(begin.length, -end.length)
      if (name.includes('/') || entryOf(name) !== before || existsSync(neighbour(name))) return
      await writeWholeFile(entry, desktopEntry(command))
    },
  }
}

// The two files of a Linux desktop (freedesktop.org): an entry for the app, and a line in the list of defaults.

const entryName = 'discovery-desk-links.desktop'
const mimeType = `x-scheme-handler/${linkScheme}`
const group = '[Default Applications]'

/** Escapes these four characters within double quotes, and doubles percent signs. */
const quoted = (argument: string) => `"${argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`

/** @param command the program and its arguments; the link is appended. */
export function desktopEntry(command: readonly string[]): string {
  // The file format escapes backslashes once more.
  const exec = command.map(quoted).join(' ').replaceAll('\\', '\\\\')
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Discovery Desk',
    `Exec=${exec} %u`,
    'NoDisplay=true',
    'Terminal=false',
    `MimeType=${mimeType};`,
    '',
  ].join('\n')
}

const isOwnType = (line: string) => line.slice(0, Math.max(0, line.indexOf('='))).trim() === mimeType
const entriesOf = (line: string) =>
  line
    .slice(line.indexOf('=') + 1)
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && entry !== entryName)

/** The list of defaults with this app first for its links, or without it. All other lines stay as they are. */
export function withDefault(list: string, isOn: boolean): string {
  const lines = list.split('\n')
  const begin = lines.findIndex((line) => line.trim() === group)
  if (begin < 0)
    return isOn ? `${list.trim() === '' ? '' : `${list.trimEnd()}\n\n`}${group}\n${mimeType}=${entryName}\n` : list
  const next = lines.findIndex((line, place) => place > begin && line.trim().startsWith('['))
  const end = next < 0 ? lines.length : next
  const own = lines.slice(begin + 1, end)
  const others = own.filter(isOwnType).flatMap(entriesOf)
  const entries = isOn ? [entryName, ...others] : others
  const line = entries.length === 0 ? [] : [`${mimeType}=${entries.join(';')}`]
  return [...lines.slice(0, begin + 1), ...line, ...own.filter((each) => !isOwnType(each)), ...lines.slice(end)].join(
    '\n',
  )
}

/** Whether this app is the first in the list for its links. */
export function isDefault(list: string): boolean {
  const lines = list.split('\n')
  const begin = lines.findIndex((line) => line.trim() === group)
  const line =
    begin < 0 ? undefined : lines.slice(begin + 1).find((each) => isOwnType(each) || each.trim().startsWith('['))
  return line !== undefined && isOwnType(line) && (line.split('=')[1] ?? '').split(';')[0]?.trim() === entryName
}
