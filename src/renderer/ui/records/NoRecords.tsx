// Why a list has no rows. Each reason has words and a way on of its own.
import { Button, Loader } from '@mantine/core'
import { IconCloudOff, IconFilterOff, IconInbox, IconLock, IconPlugConnectedX, IconUnlink } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SyncStatus } from '../../../contract/features/sync'
import { useWorkspace } from '../../app/workspace'
import { commandOf, queryOf } from '../../client/queries'
import { EmptyState } from '../EmptyState'
import { ErrorNotice } from '../ErrorNotice'
import { WithoutKeychain } from '../WithoutKeychain'
import { wordsFor } from '../words'
import classes from './RecordsView.module.css'
import type { RecordKind } from './record-kind'

interface NoRecordsProps {
  readonly kind: RecordKind
  readonly isNarrowed: boolean
  readonly hasAny: boolean
  readonly onClear: () => void
  /** Where such records come from, for a workspace that has none. */
  readonly nothingThere: ReactNode
}

const lines = ['58%', '71%', '46%', '64%', '52%', '75%', '49%', '60%']

function FirstRead({ name }: { readonly name: string }) {
  return (
    <div className={classes.firstRead} role="status">
      <p>Reading {name} for the first time…</p>
      {lines.map((width) => (
        <div key={width} className={classes.firstReadRow} aria-hidden>
          <span style={{ width }} />
        </div>
      ))}
    </div>
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

function Refused({
  name,
  sync,
  onSync,
}: {
  readonly name: string
  readonly sync: SyncStatus
  readonly onSync: () => void
}) {
  return (
    <EmptyState
      icon={<IconLock size={22} />}
      title={`Your token may not read ${name}`}
      action={
        <Button variant="default" onClick={onSync}>
          Try again
        </Button>
      }
    >
      {sync.error && wordsFor(sync.error).text} You stay signed in.
    </EmptyState>
  )
}

export function NoRecords({ kind, isNarrowed, hasAny, onClear, nothingThere }: NoRecordsProps) {
  const { ref: workspace, name } = useWorkspace()
  const { data: sync } = useQuery(queryOf('sync', 'status', { workspace }))
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation(commandOf(queryClient, 'sync', 'now', { makesStale: ['sync'] }))
  const onSync = () => mutate({ workspace })

  if (hasAny && isNarrowed) {
    return (
      <EmptyState
        icon={<IconFilterOff size={22} />}
        title={`No ${kind.one} matches`}
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
  if (sync.error?.code === 'FORBIDDEN') return <Refused name={name} sync={sync} onSync={onSync} />
  if (sync.syncedAt === null) {
    if (sync.state === 'syncing') return <FirstRead name={name} />
    return <NeverSynced sync={sync} onSync={onSync} isSyncing={isPending} />
  }
  if (!sync.hasRelationships) {
    return (
      <EmptyState icon={<IconUnlink size={22} />} title="The service returned no relationships">
        So no {kind.one} can be known. Which relationships it returns can be set for this environment in{' '}
        <Link to="/settings">Settings</Link>.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<IconInbox size={22} />} title={`No ${kind.many} yet`}>
      {nothingThere}
    </EmptyState>
  )
}
