// Tells the page how each workspace stands, however often that is wished for.
import type { SyncStatus } from '../../contract/features/sync'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'

/** Any number of wishes while the state is read are one more reading. `status` must not throw. */
export function createAnnouncing(
  status: (workspace: WorkspaceRef) => Promise<SyncStatus>,
  tell: (status: SyncStatus) => void,
): (workspace: WorkspaceRef) => void {
  const telling = new Map<string, 'under way' | 'once more'>()

  return function announce(workspace) {
    const key = workspaceKey(workspace)
    if (telling.has(key)) {
      telling.set(key, 'once more')
      return
    }
    telling.set(key, 'under way')
    void status(workspace).then((now) => {
      tell(now)
      const isWantedAgain = telling.get(key) === 'once more'
      telling.delete(key)
      if (isWantedAgain) announce(workspace)
    })
  }
}
