// Environments: their own module decides and remembers; what was opened or got a new address or token is synced.
import type { WorkspaceRef } from '../../contract/workspace'
import type { Environments } from '../environments/environments'
import type { Handlers } from '../ipc/handlers'

export interface ActiveWorkspace {
  read(): WorkspaceRef | null
  /** Opens its library, recovers its journal and syncs it; never throws, as the page asks for the state anyway. */
  activate(workspace: WorkspaceRef): Promise<void>
}

export function environmentsHandlers(environments: Environments, active: ActiveWorkspace): Handlers['environments'] {
  const isActive = (environment: WorkspaceRef['environment']) => active.read()?.environment === environment

  return {
    list: environments.list,
    testConnection: environments.testConnection,
    unlock: environments.unlock,
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
      return null
    },
    async saveToken(input, context) {
      const saved = await environments.saveToken(input, context)
      const workspace = active.read()
      // The token is that of an organisation: it may be the open workspace's too, whichever it was saved for.
      const isOwn = workspace?.organisationId === input.workspace.organisationId
      if (workspace && isOwn && isActive(input.workspace.environment)) await active.activate(workspace)
      return saved
    },
  }
}
