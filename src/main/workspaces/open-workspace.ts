// The use case of opening a workspace, for all that ask: the menu, the palette, a link, a new connection, or the start.
// The environment checks and remembers the choice, then the window shows the workspace.
import type { WorkspaceRef } from '../../contract/workspace'
import type { Environments } from '../environments/environments'
import type { Log } from '../shell/log'
import type { OpenWorkspaces } from './open-workspaces'

type Connect = Environments['connect']

export interface OpenWorkspace {
  /**
   * Throws WORKSPACE_UNKNOWN, what the sandbox throws when it cannot be started, and CANCELLED if the window was asked for
   * another workspace meanwhile; the window stays where it was.
   */
  open(windowId: string, workspace: WorkspaceRef): Promise<void>
  /** Starts the sandbox, which knows its workspace only then. */
  openSandbox(windowId: string): Promise<WorkspaceRef>
  /** Saves a connection and opens its workspace. Throws what connecting throws. */
  connect(windowId: string, ...connection: Parameters<Connect>): ReturnType<Connect>
  /**
   * Opens the sandbox if that was asked for, otherwise the workspace that was active last. Returns notices for the person if
   * the sandbox could not be started. Resolves before a library is open: the page comes up without it.
   */
  openAtStart(windowId: string, startsWithSandbox: boolean): Promise<AtStart>
  /** After a step that may have removed or interrupted a shown workspace: windows show it again, or the active one. */
  restoreWindows(): Promise<void>
}

export interface AtStart {
  readonly notices: readonly string[]
  /** Settles when the workspace, if any, is open. */
  readonly opened: Promise<void>
}

export interface OpenWorkspaceDeps {
  readonly environments: Pick<Environments, 'select' | 'selectSandbox' | 'connect' | 'active' | 'isKnown'>
  readonly openWorkspaces: OpenWorkspaces
  readonly log: Pick<Log, 'defect'>
}

export function createOpenWorkspace({ environments, openWorkspaces, log }: OpenWorkspaceDeps): OpenWorkspace {
  /** The last request of each window. */
  const requests = new Map<string, symbol>()

  /** Begins a request. Returns whether it is still the last one of its window. */
  function request(windowId: string): () => boolean {
    const own = Symbol()
    requests.set(windowId, own)
    return () => requests.get(windowId) === own
  }

  async function openSandbox(windowId: string, isCurrent?: () => boolean): Promise<WorkspaceRef> {
    const workspace = await environments.selectSandbox(isCurrent)
    await openWorkspaces.show(windowId, workspace)
    return workspace
  }

  return {
    async open(windowId, workspace) {
      await environments.select(workspace, request(windowId))
      await openWorkspaces.show(windowId, workspace)
    },
    openSandbox: (windowId) => openSandbox(windowId, request(windowId)),
    async connect(windowId, ...connection) {
      const connected = await environments.connect(...connection)
      // A sandbox that is still starting was asked for before.
      request(windowId)
      await openWorkspaces.show(windowId, connected.workspace)
      return connected
    },
    async openAtStart(windowId, startsWithSandbox) {
      if (startsWithSandbox) {
        try {
          await openSandbox(windowId)
          return { notices: [], opened: Promise.resolve() }
        } catch (defect) {
          log.defect('starting with the sandbox', defect)
          const notice = 'Couldn’t start the sandbox. Try again from the start page.'
          return { notices: [notice], opened: Promise.resolve() }
        }
      }
      const workspace = environments.active()
      return { notices: [], opened: workspace ? openWorkspaces.show(windowId, workspace) : Promise.resolve() }
    },
    async restoreWindows() {
      for (const [windowId, shown] of openWorkspaces.windows()) {
        const workspace = environments.isKnown(shown) ? shown : environments.active()
        if (workspace === null) openWorkspaces.close(windowId)
        else if (!openWorkspaces.isOpen(workspace) || workspace !== shown)
          await openWorkspaces.show(windowId, workspace)
      }
    },
  }
}
