// Sync: its status, and a sync on demand, which is also when data that is only in memory may move to the disk.
import type { Handlers } from '../ipc/handlers'
import type { Sync } from '../sync/sync'

export function syncHandlers(
  sync: Pick<Sync, 'status' | 'now'>,
  recheckKeychain: () => Promise<void>,
): Handlers['sync'] {
  return {
    status: ({ workspace }) => sync.status(workspace),
    async now({ workspace }) {
      await recheckKeychain()
      return sync.now(workspace)
    },
  }
}
