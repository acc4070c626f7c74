// Sync: its state, and syncing on demand.
import type { Handlers } from '../ipc/handlers'
import type { Sync } from '../sync/sync'

export function syncHandlers(
  sync: Pick<Sync, 'status' | 'now'>,
  recheckKeychain: () => Promise<void>,
): Handlers['sync'] {
  return {
    status: ({ workspace }) => sync.status(workspace),
    async now({ workspace }) {
      // The person may have unlocked the keychain before pressing "Sync now".
      await recheckKeychain()
      return sync.now(workspace)
    },
  }
}
