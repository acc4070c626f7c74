// Shell: functions of the operating system and of Electron.
import { app, shell } from 'electron'
import { AppError } from '../../contract/errors'
import type { AppInfo, UpdateStatus } from '../../contract/features/shell'
import { linkScheme } from '../../contract/views'
import type { Handlers } from '../ipc/handlers'
import type { Question } from '../question'
import { copy } from '../shell/clipboard'
import { createProtocolClient, isInstalled } from '../shell/protocol-client'
import { safeLink } from '../shell/safe-link'

export interface ShellDeps {
  /** The Electron major version that the app is built for. */
  readonly intendedElectronMajor: number
  readonly notices: () => readonly string[]
  /** The renderer of the closing window has saved what was typed. */
  readonly readyToClose: () => void
  readonly setModalOpen: (isOpen: boolean) => void
  readonly setTimeZone: (timeZone: string) => Promise<unknown>
  readonly updateStatus: () => Promise<UpdateStatus>
  readonly isLibraryStopped: () => boolean
  readonly restartLibrary: () => Promise<void>
  /** Asks the person in a dialog of the operating system. */
  readonly ask: (question: Question) => Promise<boolean>
  /** True once for all clicks and activating keys since the last call, as main saw them. */
  readonly takeInput: () => boolean
  /** null: none runs. */
  readonly sandboxOrigin: () => string | null
  /** Called once, when the first rows or the first-start screen are painted. */
  readonly painted: (rows: number) => Promise<void>
}

const platforms: readonly string[] = ['darwin', 'linux', 'win32'] satisfies AppInfo['platform'][]

/** Starts this app again with this profile. */
function ownCommand(): readonly string[] {
  const sandboxSwitch = app.commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : []
  // The program inside an AppImage has another path at each start.
  const program = process.env.APPIMAGE ?? process.execPath
  const source = app.isPackaged ? [] : [app.getAppPath()]
  return [program, ...source, `--user-data-dir=${app.getPath('userData')}`, ...sandboxSwitch]
}

function createOwnProtocolClient() {
  return createProtocolClient({
    platform: process.platform,
    isPackaged: app.isPackaged,
    isInstalled: isInstalled({ ...process, isPackaged: app.isPackaged }),
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
  setModalOpen,
  setTimeZone,
  updateStatus,
  isLibraryStopped,
  restartLibrary,
  ask,
  takeInput,
  sandboxOrigin,
}: ShellDeps): Handlers['shell'] {
  let wasPainted = false
  const protocolClient = createOwnProtocolClient()
  // If it fails, Settings says that links don't open with this app.
  void protocolClient.followUpdate().catch(() => undefined)
  return {
    info: async () => ({
      version: app.getVersion(),
      electron: process.versions.electron,
      platform: (platforms.includes(process.platform) ? process.platform : 'other') as AppInfo['platform'],
      isFallbackRuntime: Number.parseInt(process.versions.electron, 10) < intendedElectronMajor,
      notices: [...notices()],
      isLibraryStopped: isLibraryStopped(),
    }),
    updates: updateStatus,
    async restartLibrary() {
      await restartLibrary()
      return null
    },
    async openLink({ url }) {
      const link = safeLink(url, sandboxOrigin())
      const question = { message: 'Open this link in your browser?', detail: link, accept: 'Open link' }
      if (!takeInput() && !(await ask(question))) throw new AppError('CANCELLED', 'The link wasn’t opened.')
      await shell.openExternal(link)
      return null
    },
    linkOpening: protocolClient.read,
    setLinkOpening: ({ isOn }) => protocolClient.set(isOn),
    async copyText(content) {
      await copy(content)
      return null
    },
    // The dispatch has already aborted the call.
    cancel: async () => null,
    async readyToClose() {
      readyToClose()
      return null
    },
    async setModalOpen({ isOpen }) {
      setModalOpen(isOpen)
      return null
    },
    async setTimeZone({ timeZone }) {
      await setTimeZone(timeZone)
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
