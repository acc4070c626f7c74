// What has to happen when a workspace is opened, in this order: its library, its journal, a sync.
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { ActiveWorkspace } from '../features/environments'
import type { Log } from '../shell/log'

export interface ActiveWorkspaceEdges {
  readonly read: () => WorkspaceRef | null
  readonly ensureOpen: (environment: EnvironmentName) => Promise<void>
  readonly recover: (environment: EnvironmentName) => Promise<void>
  readonly sync: (workspace: WorkspaceRef) => void
  readonly log: Pick<Log, 'defect'>
}

export function createActiveWorkspace({ read, ensureOpen, recover, sync, log }: ActiveWorkspaceEdges): ActiveWorkspace {
  return {
    read,
    async activate(workspace) {
      try {
        await ensureOpen(workspace.environment)
        await recover(workspace.environment)
      } catch (defect) {
        log.defect(`opening the library of ${workspace.environment}`, defect)
      }
      // The person may have gone on to another one meanwhile, whose sync this one would stop.
      const current = read()
      if (current && workspaceKey(current) === workspaceKey(workspace)) sync(workspace)
    },
  }
}
