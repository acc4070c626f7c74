// What the workspaces ask of the sender of changes.
import type { EnvironmentName } from '../../contract/workspace'

export interface PendingChanges {
  /** Marks what an earlier run of the app left in flight as of unknown outcome. For after a library was opened. */
  recover(environment: EnvironmentName): Promise<void>
  /** Sends what is due. */
  wake(environment: EnvironmentName): void
  /** The same at once, without the delays after failures: the person changed a token or an address. */
  tryAgain(environment: EnvironmentName): Promise<void>
}
