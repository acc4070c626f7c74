// Shell: what only the operating system can do for the page.
import { app, clipboard, shell } from 'electron'
import type { AppInfo } from '../../contract/features/shell'
import { linkScheme } from '../../contract/views'
import type { Handlers } from '../ipc/handlers'
import { createLinkOpener } from '../shell/link-opening'
import { safeLink } from '../shell/links'

export interface ShellDeps {
  /** The Electron major the app is made for, from its package.json. */
  readonly intendedElectronMajor: number
  readonly notices: () => readonly string[]
  /** The page of the window that is closing has saved what was typed. */
  readonly readyToClose: () => void
  readonly covered: (isCovered: boolean) => void
  readonly isLibraryStopped: () => boolean
  readonly restartLibrary: () => Promise<void>
  /** Called once, when the person first sees rows or the first-start screen. */
  readonly painted: (rows: number) => Promise<void>
}

const platforms: readonly string[] = ['darwin', 'linux', 'win32'] satisfies AppInfo['platform'][]

/** The switches without which this start would not have come up; the profile, as there is one window for each. */
function ownCommand(): readonly string[] {
  const kept = app.commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : []
  return [process.execPath, app.getAppPath(), `--user-data-dir=${app.getPath('userData')}`, ...kept]
}

function ownLinkOpener() {
  return createLinkOpener({
    platform: process.platform,
    isInstalled: app.isPackaged,
    home: app.getPath('home'),
    env: process.env,
    command: ownCommand(),
    registry: {
      isOn: (program, args) => app.isDefaultProtocolClient(linkScheme, program, [...args]),
      set: (isOn, program, args) =>
        isOn
          ? app.setAsDefaultProtocolClient(linkScheme, program, [...args])
          : app.removeAsDefaultProtocolClient(linkScheme, program, [...args]),
    },
  })
}

export function shellHandlers({
  intendedElectronMajor,
  notices,
  painted,
  readyToClose,
  covered,
  isLibraryStopped,
  restartLibrary,
}: ShellDeps): Handlers['shell'] {
  let wasPainted = false
  const linkOpener = ownLinkOpener()
  return {
    info: async () => ({
      version: app.getVersion(),
      electron: process.versions.electron,
      platform: (platforms.includes(process.platform) ? process.platform : 'other') as AppInfo['platform'],
      isFallbackRuntime: Number.parseInt(process.versions.electron, 10) < intendedElectronMajor,
      notices: [...notices()],
      isLibraryStopped: isLibraryStopped(),
    }),
    async restartLibrary() {
      await restartLibrary()
      return null
    },
    async openLink({ url }) {
      await shell.openExternal(safeLink(url))
      return null
    },
    linkOpening: linkOpener.read,
    setLinkOpening: ({ isOn }) => linkOpener.set(isOn),
    async copyText({ text }) {
      clipboard.writeText(text)
      return null
    },
    // The dispatch has already stopped the call that was named.
    cancel: async () => null,
    async readyToClose() {
      readyToClose()
      return null
    },
    async covered({ isCovered }) {
      covered(isCovered)
      return null
    },
    async painted({ rows }) {
      if (!wasPainted) {
        wasPainted = true
        await painted(rows)
      }
      return null
    },
  }
}
