// The environments module decides and remembers. These handlers then open, sync or close what has changed.
import { AppError } from '../../contract/errors'
import type { LibraryApi } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import type { Changes } from '../changes/changes'
import type { Environments } from '../environments/environments'
import type { Handlers } from '../ipc/handlers'
import { reportOf } from '../schedule/failure'
import type { Log } from '../shell/log'
import type { OpenWorkspace } from '../workspaces/open-workspace'
import { mainWindowId, type OpenWorkspaces } from '../workspaces/open-workspaces'

export interface EnvironmentsHandlersDeps {
  readonly environments: Environments
  readonly openWorkspace: Omit<OpenWorkspace, 'openAtStart'>
  readonly openWorkspaces: Pick<OpenWorkspaces, 'isOpen' | 'reopen'>
  readonly library: Pick<LibraryApi, 'measure'>
  readonly changes: Pick<Changes, 'tryAgain'>
  /** Throws INVALID_INPUT for a wrong confirmation, and KEYCHAIN_* before anything is deleted. */
  readonly forget: (environment: EnvironmentName, confirmation: string) => Promise<void>
  readonly log: Pick<Log, 'defect'>
}

const emptySize = { bytes: 0, insights: 0, knowledge: 0, pendingChanges: 0, syncedAt: null }

export function environmentsHandlers(deps: EnvironmentsHandlersDeps): Handlers['environments'] {
  const { environments, openWorkspace, openWorkspaces, library, changes, forget, log } = deps

  /** The step may have failed half-way: windows need something to show all the same. */
  async function thenRestoreWindows(step: Promise<unknown>): Promise<null> {
    await step.finally(openWorkspace.restoreWindows)
    return null
  }

  return {
    list: environments.list,
    testConnection: environments.testConnection,
    testWorkspace: environments.testWorkspace,
    renameWorkspace: environments.renameWorkspace,
    unlock: environments.unlock,
    lock: environments.lock,
    connect: (input, context) => openWorkspace.connect(mainWindowId, input, context),
    exploreSandbox: async () => ({ workspace: await openWorkspace.openSandbox(mainWindowId) }),
    async open({ workspace }) {
      await openWorkspace.open(mainWindowId, workspace)
      return null
    },
    async saveSettings(input, context) {
      await environments.saveSettings(input, context)
      const isShown = await openWorkspaces.reopen(({ environment }) => environment === input.environment)
      // The settings are saved, whatever the library says.
      if (!isShown) {
        await changes
          .tryAgain(input.environment)
          .catch((error: unknown) => void reportOf(log, 'using new settings', error))
      }
      return null
    },
    async saveToken(input, context) {
      const saved = await environments.saveToken(input, context)
      const { environment, organisationId } = input.workspace
      const openWithToken = async () => {
        // A token belongs to an organisation: open workspaces of the same one use it too.
        await openWorkspaces.reopen(
          (open) => open.environment === environment && open.organisationId === organisationId,
        )
        // Changes may wait for it in a workspace that no window shows.
        await changes.tryAgain(environment)
      }
      // Not awaited: opening waits behind a request that is under way, which may hang.
      void openWithToken().catch((error: unknown) => void reportOf(log, 'using a new token', error))
      return saved
    },
    removeWorkspace: (input, context) => thenRestoreWindows(environments.removeWorkspace(input, context)),
    async measure({ environment }) {
      try {
        return await library.measure({ environment })
      } catch (error) {
        // An unknown environment has no data, and measuring must not create a file.
        if (error instanceof AppError && error.code === 'WORKSPACE_UNKNOWN') return emptySize
        throw error
      }
    },
    forget: ({ environment, confirmation }) => thenRestoreWindows(forget(environment, confirmation)),
  }
}
