// Sandbox: controls of the local service.
import type { WorkspaceRef } from '../../contract/workspace'
import type { Handlers } from '../ipc/handlers'
import type { SandboxProcess } from '../sandbox/sandbox-process'
import type { Sync } from '../sync/sync'

export interface SandboxHandlersDeps {
  readonly sandbox: Pick<SandboxProcess, 'passWeek'>
  readonly sync: Pick<Sync, 'requireSync'>
  /** The workspaces that windows show. */
  readonly openWorkspaces: () => readonly WorkspaceRef[]
}

export function sandboxHandlers({ sandbox, sync, openWorkspaces }: SandboxHandlersDeps): Handlers['sandbox'] {
  return {
    async passWeek() {
      await sandbox.passWeek()
      const sandboxes = openWorkspaces().filter(({ environment }) => environment === 'sandbox')
      await Promise.all(sandboxes.map((workspace) => sync.requireSync(workspace)))
      return null
    },
  }
}
