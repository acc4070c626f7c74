// The reasons why a list has no rows, each with its own words and next step.
import { Button, Loader, Text } from '@mantine/core'
import { IconCloudOff, IconInbox, IconLock, IconPlugConnectedX, IconUnlink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ErrorReport } from '../../contract/errors'
import type { SyncStatus } from '../../contract/features/sync'
import { mutationOptionsFor } from '../client/queries'
import { useEnvironment, useEnvironments, useSyncStatus, useWorkspace } from '../client/workspace'
import { EmptyState } from '../ui/EmptyState'
import { ErrorNotice } from '../ui/ErrorNotice'
import { lazyWithPreload } from '../ui/lazy-with-preload'
import { wordsFor } from '../ui/words'
import classes from './list.module.css'
import type { ListControls } from './list-search'
import type { WordSearch } from './NothingMatches'
import { listTexts, notSyncedYet } from './record-words'
import type { ShownList } from './use-record-list'

const NothingMatches = lazyWithPreload(() => import('./NothingMatches').then(({ NothingMatches }) => NothingMatches))

interface NoRecordsProps {
  /** Without `words`, the view itself says that nothing matches. */
  readonly list: Pick<ShownList<unknown>, 'kind'> & {
    readonly params: Pick<ListControls, 'isNarrowed' | 'hasFilters' | 'clear'>
    readonly state: { readonly rows: { readonly counts: { readonly all: number } } | null }
    readonly words?: WordSearch
  }
  /** Where such records come from, for a workspace that has none. */
  readonly nothingThere: ReactNode
  readonly icon?: ReactNode
  readonly action?: ReactNode
  /** Such records are known through the relationships of insights, which the service may leave out. */
  readonly areRelated?: boolean
}

const lines = ['58%', '71%', '46%', '64%', '52%', '75%', '49%', '60%']

function ListSkeleton({ name }: { readonly name: string }) {
  return (
    <div className={classes.skeleton} role="status">
      <p>Loading {name} for the first time…</p>
      {lines.map((width) => (
        <div key={width} className={classes.skeletonRow} aria-hidden>
          <span style={{ width }} />
        </div>
      ))}
    </div>
  )
}

export function NoRecords(props: NoRecordsProps) {
  const { list, nothingThere, icon = <IconInbox size={22} />, action, areRelated = true } = props
  const { kind, params, state, words } = list
  const { name } = useWorkspace()
  const sync = useSyncStatus()

  if (words !== undefined && params.isNarrowed && (state.rows?.counts.all ?? 0) > 0) {
    return <NothingMatches many={kind.many} words={words} params={params} />
  }
  if (sync === undefined) return null
  // Also if the permission was taken away since the last sync.
  if (sync.syncedAt === null || sync.error?.code === 'FORBIDDEN') {
    return <BeforeFirstSync sync={sync} loading={<ListSkeleton name={name} />} />
  }
  if (areRelated && !sync.hasRelationships) {
    return (
      <EmptyState icon={<IconUnlink size={22} />} title="No related records from the service">
        Without them, no {kind.one} can be shown. Check the relationships parameter in{' '}
        <Link to="/settings">Settings</Link>.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={icon} title={`No ${kind.many} yet`} action={action}>
      {nothingThere}
    </EmptyState>
  )
}

interface BeforeFirstSyncProps {
  readonly sync: SyncStatus
  /** Shown while the workspace syncs. */
  readonly loading: ReactNode
}

/** Says why nothing is known of the open workspace yet, and offers the next step. */
export function BeforeFirstSync({ sync, loading }: BeforeFirstSyncProps) {
  const { ref: workspace, name } = useWorkspace()
  const { mutate, isPending } = useMutation(mutationOptionsFor('sync', 'now'))
  const onSync = () => mutate({ workspace })
  if (sync.error?.code === 'FORBIDDEN') return <MayNotRead name={name} error={sync.error} onRetry={onSync} />
  if (sync.state === 'syncing') return loading
  return <NeverSynced sync={sync} onSync={onSync} isSyncing={isPending} />
}

/** Says why earlier synced data is missing: the key of the data on disk is in a keychain that is not there. */
function WithoutKeychain() {
  const { library } = useEnvironment()
  const { keychain } = useEnvironments()
  if (library !== 'memory' || keychain === 'available') return null
  return <Text mb="sm">{listTexts.noKeychain}</Text>
}

interface NeverSyncedProps {
  readonly sync: SyncStatus
  readonly onSync: () => void
  readonly isSyncing: boolean
}

function NeverSynced({ sync, onSync, isSyncing }: NeverSyncedProps) {
  if (sync.error !== null) {
    return (
      <EmptyState icon={<IconPlugConnectedX size={22} />} title={notSyncedYet}>
        <WithoutKeychain />
        <ErrorNotice error={sync.error} onRetry={onSync} />
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconCloudOff size={22} />}
      title={notSyncedYet}
      action={
        <Button onClick={onSync} leftSection={isSyncing ? <Loader size={14} color="currentColor" /> : undefined}>
          {isSyncing ? 'Syncing…' : 'Sync now'}
        </Button>
      }
    >
      {listTexts.notSynced}
      <WithoutKeychain />
    </EmptyState>
  )
}

interface MayNotReadProps {
  readonly name: string
  readonly error: ErrorReport
  readonly onRetry: () => void
}

function MayNotRead({ name, error, onRetry }: MayNotReadProps) {
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
      {wordsFor(error).text} {listTexts.youStaySignedIn}
    </EmptyState>
  )
}
