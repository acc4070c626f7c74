// Sandbox: time in it passes when the person wants it to; what that brought is fetched at once.
import type { WorkspaceRef } from '../../contract/workspace'
import type { Handlers } from '../ipc/handlers'
import type { SandboxProcess } from '../sandbox/sandbox-process'
import type { Sync } from '../sync/sync'

export interface SandboxHandlersDeps {
  readonly sandbox: Pick<SandboxProcess, 'passWeek'>
  readonly sync: Pick<Sync, 'requireSync'>
  readonly openWorkspace: () => WorkspaceRef | null
}

export function sandboxHandlers({ sandbox, sync, openWorkspace }: SandboxHandlersDeps): Handlers['sandbox'] {
  return {
    async passWeek() {
      await sandbox.passWeek()
      const workspace = openWorkspace()
      if (workspace?.environment === 'sandbox') await sync.requireSync(workspace)
      return null
    },
  }
}
