export { SyncStatusButton } from './SyncStatusButton'
export { useSyncNow } from './sync-now'
