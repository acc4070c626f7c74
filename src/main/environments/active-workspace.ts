// What it means to open a workspace: its library, what its journal holds, and its sync.
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Outbox } from '../outbox/outbox'
import type { SettingsStore } from '../settings/settings'
import type { Log } from '../shell/log'
import type { Sync } from '../sync/sync'

export interface ActiveWorkspace {
  read(): WorkspaceRef | null
  /** Opens its library, recovers its journal and syncs it; never throws, as the page asks for the state anyway. */
  activate(workspace: WorkspaceRef): Promise<void>
  /** It is the one that is kept fresh. */
  isOpen(workspace: WorkspaceRef): boolean
  /** Nothing is open any more. */
  leave(): void
}

export interface ActiveWorkspaceDeps {
  readonly settings: Pick<SettingsStore, 'read'>
  readonly ensureOpen: (environment: EnvironmentName) => Promise<void>
  readonly outbox: Pick<Outbox, 'recover'>
  readonly sync: Pick<Sync, 'open' | 'close' | 'isOpen'>
  readonly log: Pick<Log, 'defect'>
}

export function createActiveWorkspace(deps: ActiveWorkspaceDeps): ActiveWorkspace {
  const { settings, ensureOpen, outbox, sync, log } = deps
  let shown: WorkspaceRef | null = null
  const leave = () => {
    if (shown) sync.close(shown)
    shown = null
  }
  return {
    read: () => settings.read().active,
    async activate(workspace) {
      try {
        await ensureOpen(workspace.environment)
        await outbox.recover(workspace.environment)
      } catch (defect) {
        log.defect(`opening the library of ${workspace.environment}`, defect)
      }
      // The person may have gone on to another one meanwhile, whose sync this one would stop.
      const current = settings.read().active
      if (!current || workspaceKey(current) !== workspaceKey(workspace)) return
      if (shown && workspaceKey(shown) !== workspaceKey(workspace)) leave()
      shown = workspace
      sync.open(workspace)
    },
    isOpen: sync.isOpen,
    leave,
  }
}
