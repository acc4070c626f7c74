// Why the list has no rows. Each reason has words and a way on of its own.
import { Button, Loader } from '@mantine/core'
import { IconCloudOff, IconFilterOff, IconInbox, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AppError, ErrorReport } from '../../../contract/errors'
import type { SyncStatus } from '../../../contract/features/sync'
import type { WorkspaceRef } from '../../../contract/workspace'
import { commandOf } from '../../client/queries'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { WithoutKeychain } from '../../ui/WithoutKeychain'
import { wordsFor } from '../../ui/words'
import { FirstRead } from './FirstRead'
import { wasNeverSynced } from './insight-words'

interface NoRowsProps {
  readonly workspace: WorkspaceRef
  readonly workspaceName: string
  /** undefined: not known yet. */
  readonly sync: SyncStatus | undefined
  readonly isFiltered: boolean
  readonly hasAny: boolean
  readonly onClear: () => void
  /** null: no insight can be created here. */
  readonly onNew: (() => void) | null
}

export function NoRows({ workspace, workspaceName, sync, isFiltered, hasAny, onClear, onNew }: NoRowsProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation(commandOf(queryClient, 'sync', 'now', { makesStale: ['insights', 'sync'] }))
  const syncNow = () => mutate({ workspace })

  if (hasAny && isFiltered) {
    return (
      <EmptyState
        icon={<IconFilterOff size={22} />}
        title="No insight matches"
        action={
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        Try fewer words, or take filters away.
      </EmptyState>
    )
  }
  if (sync === undefined) return null
  if (sync.error?.code === 'FORBIDDEN')
    return <NoPermission name={workspaceName} error={sync.error} onRetry={syncNow} />
  if (sync.state === 'syncing' && wasNeverSynced(sync)) return <FirstRead name={workspaceName} />
  if (wasNeverSynced(sync)) return <NeverSynced sync={sync} onSync={syncNow} isSyncing={isPending} />
  return (
    <EmptyState
      icon={<IconInbox size={22} />}
      title="No insights yet"
      action={onNew && <Button onClick={onNew}>Write the first insight</Button>}
    >
      {workspaceName} has no insights. They appear here when the service derives them from feedback, or when you write
      one.
    </EmptyState>
  )
}

interface NeverSyncedProps {
  readonly sync: SyncStatus
  readonly onSync: () => void
  readonly isSyncing: boolean
}

function NeverSynced({ sync, onSync, isSyncing }: NeverSyncedProps) {
  if (sync.error !== null) {
    return (
      <EmptyState icon={<IconPlugConnectedX size={22} />} title="Not synced yet">
        <p>Nothing was read from this workspace so far.</p>
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
      Nothing was read from this workspace so far.
      <WithoutKeychain />
    </EmptyState>
  )
}

interface NoPermissionProps {
  readonly name: string
  readonly error: AppError | ErrorReport
  readonly onRetry: () => void
}

function NoPermission({ name, error, onRetry }: NoPermissionProps) {
  return (
    <EmptyState
      icon={<IconLock size={22} />}
      title={`Your token may not read ${name}`}
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
