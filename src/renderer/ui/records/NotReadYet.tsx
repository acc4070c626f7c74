// In place of a list that was never read from the service, and the way on from there.
import { Button, Loader } from '@mantine/core'
import { IconCloudOff, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import type { ErrorReport } from '../../../contract/errors'
import type { SyncStatus } from '../../../contract/features/sync'
import { EmptyState } from '../EmptyState'
import { ErrorNotice } from '../ErrorNotice'
import { WithoutKeychain } from '../WithoutKeychain'
import { wordsFor } from '../words'

interface NeverSyncedProps {
  readonly sync: SyncStatus
  readonly onSync: () => void
  readonly isSyncing: boolean
}

export function NeverSynced({ sync, onSync, isSyncing }: NeverSyncedProps) {
  if (sync.error !== null) {
    return (
      <EmptyState icon={<IconPlugConnectedX size={22} />} title="Not synced yet">
        <p>This workspace hasn’t synced yet.</p>
        <WithoutKeychain />
        <ErrorNotice error={sync.error} onRetry={onSync} />
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconCloudOff size={22} />}
      title="Not synced yet"
      action={
        <Button onClick={onSync} leftSection={isSyncing ? <Loader size={14} color="currentColor" /> : undefined}>
          {isSyncing ? 'Syncing…' : 'Sync now'}
        </Button>
      }
    >
      This workspace hasn’t synced yet.
      <WithoutKeychain />
    </EmptyState>
  )
}

interface MayNotReadProps {
  readonly name: string
  readonly error: ErrorReport
  readonly onRetry: () => void
}

export function MayNotRead({ name, error, onRetry }: MayNotReadProps) {
  return (
    <EmptyState
      icon={<IconLock size={22} />}
      title={`You don’t have permission to read ${name}`}
      action={
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {wordsFor(error).text} You stay signed in.
    </EmptyState>
  )
}
