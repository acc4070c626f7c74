// Sync: its state, and one on demand.
import type { Handlers } from '../ipc/handlers'
import type { Sync } from '../sync/sync'

export function syncHandlers(sync: Sync): Handlers['sync'] {
  return {
    status: ({ workspace }) => sync.status(workspace),
    now: ({ workspace }) => sync.now(workspace),
  }
}
