import { defaultSettings } from '../settings/schema'
import type { LibraryLifecycleDeps } from '../workspaces/library-lifecycle'

const settings = defaultSettings('018f6a52-7c1e-4b30-9c55-1f0f2a3b4c5d')

/** Dependencies that do nothing, of a profile in which nothing is set up. */
export const quietLifecycle: LibraryLifecycleDeps = {
  settings: { read: () => settings, update: async () => {}, isIdNew: false },
  keychain: { ready: async () => 'available', state: () => 'available' },
  libraries: { ensureOpen: async () => {}, modeOf: () => 'closed', moveToDisk: async () => [] },
  folder: '/libraries',
  addNotice: () => {},
  restartProcess: async () => {},
  announceEnvironments: async () => {},
  changes: { recover: async () => {}, revokeApprovals: () => {}, wake: () => {}, tryAgain: async () => {} },
  openWorkspaces: { refill: () => {}, reopen: async () => false },
  emit: () => {},
  log: { defect: () => 'id' },
}
