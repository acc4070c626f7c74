// Environments: their own module decides and remembers; what was opened or got a new address or token is synced.
import { AppError } from '../../contract/errors'
import type { LibraryApi } from '../../contract/library'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import type { ActiveWorkspace } from '../environments/active-workspace'
import type { Environments } from '../environments/environments'
import type { Handlers } from '../ipc/handlers'
import type { Outbox } from '../outbox/outbox'

export interface EnvironmentsHandlersDeps {
  readonly environments: Environments
  readonly active: ActiveWorkspace
  readonly library: Pick<LibraryApi, 'measure'>
  readonly outbox: Pick<Outbox, 'tryAgain'>
  /** Throws INVALID_INPUT on a wrong confirmation, and KEYCHAIN_* with everything still there. */
  readonly forget: (environment: EnvironmentName, confirmation: string) => Promise<void>
}

const nothing = { bytes: 0, insights: 0, knowledge: 0, pendingChanges: 0, syncedAt: null }

export function environmentsHandlers(deps: EnvironmentsHandlersDeps): Handlers['environments'] {
  const { environments, active, library, outbox, forget } = deps
  const isActive = (environment: WorkspaceRef['environment']) => active.read()?.environment === environment

  /** For steps that may take away what is open, or only interrupt it: afterwards it is open, or what took its place. */
  async function keepingOneOpen(step: () => Promise<unknown>): Promise<null> {
    try {
      await step()
    } finally {
      const workspace = active.read()
      if (workspace === null) active.leave()
      else if (!active.isOpen(workspace)) await active.activate(workspace)
    }
    return null
  }

  return {
    list: environments.list,
    testConnection: environments.testConnection,
    testWorkspace: environments.testWorkspace,
    renameWorkspace: environments.renameWorkspace,
    unlock: environments.unlock,
    lock: environments.lock,
    async connect(input, context) {
      const connected = await environments.connect(input, context)
      await active.activate(connected.workspace)
      return connected
    },
    async exploreSandbox(input, context) {
      const opened = await environments.exploreSandbox(input, context)
      await active.activate(opened.workspace)
      return opened
    },
    async open(input, context) {
      await environments.open(input, context)
      await active.activate(input.workspace)
      return null
    },
    async saveSettings(input, context) {
      await environments.saveSettings(input, context)
      const workspace = active.read()
      if (workspace && isActive(input.environment)) await active.activate(workspace)
      else await outbox.tryAgain(input.environment)
      return null
    },
    async saveToken(input, context) {
      const saved = await environments.saveToken(input, context)
      const workspace = active.read()
      // The token is that of an organisation: it may be the open workspace's too, whichever it was saved for.
      const isOwn = workspace?.organisationId === input.workspace.organisationId
      if (workspace && isOwn && isActive(input.workspace.environment)) await active.activate(workspace)
      // Where changes wait for it.
      await outbox.tryAgain(input.workspace.environment, active.isOpen)
      return saved
    },
    removeWorkspace: (input, context) => keepingOneOpen(() => environments.removeWorkspace(input, context)),
    async measure({ environment }) {
      try {
        return await library.measure({ environment })
      } catch (error) {
        // Nothing is known of it, so nothing is kept; measuring must not make a file.
        if (error instanceof AppError && error.code === 'WORKSPACE_UNKNOWN') return nothing
        throw error
      }
    },
    forget: ({ environment, confirmation }) => keepingOneOpen(() => forget(environment, confirmation)),
  }
}
