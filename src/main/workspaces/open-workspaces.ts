// Keeps which workspace each window shows. A workspace that a window shows is open: its library is opened, and
// sync keeps it fresh until the last window that shows it goes on to another one. Any number of windows may
// show the same or different workspaces.
//
// This folder is about workspaces as a whole: which are open (here), how one is opened (open-workspace.ts), and what follows
// when their libraries open, also for those that no window shows (library-lifecycle.ts). The data itself is the library's and sync's.
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { reportOf } from '../schedule/failure'
import type { Log } from '../shell/log'
import type { Sync } from '../sync/sync'

/** The app has one window today. */
export const mainWindowId = 'main'

export interface OpenWorkspaces {
  /** Shows a workspace in a window, in place of the one before. Never throws, as the page asks for the state anyway. */
  show(windowId: string, workspace: WorkspaceRef): Promise<void>
  /** The window shows nothing any more. */
  close(windowId: string): void
  /** The workspace that each window shows. */
  windows(): readonly (readonly [windowId: string, WorkspaceRef])[]
  /** Shown workspaces, each once, however many windows show it. */
  list(): readonly WorkspaceRef[]
  /** A window shows it and sync keeps it fresh. */
  isOpen(workspace: WorkspaceRef): boolean
  /** Opens matching shown workspaces again, after their library, address or token changed. Returns whether any matched. */
  reopen(matches: (workspace: WorkspaceRef) => boolean): Promise<boolean>
  /** Syncs an environment's shown workspaces again, after its library was emptied; nothing else of it changed. */
  refill(environment: EnvironmentName): void
}

export interface OpenWorkspacesDeps {
  readonly ensureOpen: (environment: EnvironmentName) => Promise<void>
  readonly sync: Pick<Sync, 'open' | 'close' | 'isOpen'>
  readonly log: Pick<Log, 'defect'>
}

export function createOpenWorkspaces({ ensureOpen, sync, log }: OpenWorkspacesDeps): OpenWorkspaces {
  const shown = new Map<string, WorkspaceRef>()

  const isShown = (workspace: WorkspaceRef) =>
    [...shown.values()].some((other) => workspaceKey(other) === workspaceKey(workspace))

  function leave(windowId: string): void {
    const before = shown.get(windowId)
    shown.delete(windowId)
    if (before && !isShown(before)) sync.close(before)
  }

  async function open(workspace: WorkspaceRef): Promise<void> {
    const { environment } = workspace
    try {
      await ensureOpen(environment)
    } catch (defect) {
      reportOf(log, `opening the library of ${environment}`, defect)
    }
    // The person may have gone on to another one meanwhile.
    if (isShown(workspace)) sync.open(workspace)
  }

  function list(): readonly WorkspaceRef[] {
    return [...new Map([...shown.values()].map((workspace) => [workspaceKey(workspace), workspace])).values()]
  }

  return {
    async show(windowId, workspace) {
      const before = shown.get(windowId)
      if (before && workspaceKey(before) !== workspaceKey(workspace)) leave(windowId)
      shown.set(windowId, workspace)
      await open(workspace)
    },
    close: leave,
    windows: () => [...shown],
    list,
    isOpen: (workspace) => isShown(workspace) && sync.isOpen(workspace),
    async reopen(matches) {
      const meant = list().filter(matches)
      for (const workspace of meant) await open(workspace)
      return meant.length > 0
    },
    refill(environment) {
      for (const workspace of list()) if (workspace.environment === environment) sync.open(workspace)
    },
  }
}
