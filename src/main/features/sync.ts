// Sync: its state, and one on demand.
import type { Handlers } from '../ipc/handlers'
import type { Sync } from '../sync/sync'

/** `lookAgain`: whether what kept the data off the disk is over. */
export function syncHandlers(sync: Sync, lookAgain: () => Promise<void>): Handlers['sync'] {
  return {
    status: ({ workspace }) => sync.status(workspace),
    async now({ workspace }) {
      await lookAgain()
      return sync.now(workspace)
    },
  }
}
