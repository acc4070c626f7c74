// Sandbox: controls of the local service.
import type { WorkspaceRef } from '../../contract/workspace'
import type { Handlers } from '../ipc/handlers'
import type { SandboxProcess } from '../sandbox/sandbox-process'
import type { Sync } from '../sync/sync'

export interface SandboxHandlersDeps {
  readonly sandbox: Pick<SandboxProcess, 'passWeek' | 'setOnline'>
  readonly sync: Pick<Sync, 'requireSync'> & { now(workspace: WorkspaceRef): Promise<unknown> }
  /** The workspaces that windows show. */
  readonly openWorkspaces: () => readonly WorkspaceRef[]
}

export function sandboxHandlers({ sandbox, sync, openWorkspaces }: SandboxHandlersDeps): Handlers['sandbox'] {
  const openSandboxes = () => openWorkspaces().filter(({ environment }) => environment === 'sandbox')

  return {
    async passWeek() {
      await sandbox.passWeek()
      await Promise.all(openSandboxes().map((workspace) => sync.requireSync(workspace)))
      return null
    },
    async setOnline({ isOnline }) {
      await sandbox.setOnline(isOnline)
      await Promise.all(
        openSandboxes().map(async (workspace) => {
          // A sync that began before doesn't count.
          await sync.requireSync(workspace)
          // Syncs as the person does when the network is back, so that unsent changes go at once.
          if (isOnline) await sync.now(workspace)
        }),
      )
      return null
    },
  }
}
