// What the workspaces ask of the sender of changes.
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'

export interface PendingChanges {
  /** Marks what an earlier run of the app left in flight as of unknown outcome. For after a library was opened. */
  recover(environment: EnvironmentName): Promise<void>
  /** Starts the queues of an environment; those of workspaces that are being synced anyway start with their sync. */
  wake(environment: EnvironmentName, isSynced?: (workspace: WorkspaceRef) => boolean): Promise<void>
  /** The same at once, without the delays after failures: the person changed a token or an address. */
  tryAgain(environment: EnvironmentName, isSynced?: (workspace: WorkspaceRef) => boolean): Promise<void>
}
