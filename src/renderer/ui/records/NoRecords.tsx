// Why a list has no rows. Each reason has words and a way on of its own.
import { IconInbox, IconUnlink } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useWorkspace } from '../../app/workspace'
import { commandOf, queryOf } from '../../client/queries'
import { EmptyState } from '../EmptyState'
import { NothingMatches } from '../NothingMatches'
import { MayNotRead, NeverSynced } from './NotReadYet'
import classes from './RecordsView.module.css'
import type { RecordList } from './use-record-list'

interface NoRecordsProps<Row> {
  readonly list: RecordList<Row>
  /** Where such records come from, for a workspace that has none. */
  readonly nothingThere: ReactNode
}

const lines = ['58%', '71%', '46%', '64%', '52%', '75%', '49%', '60%']

function FirstRead({ name }: { readonly name: string }) {
  return (
    <div className={classes.firstRead} role="status">
      <p>Loading {name} for the first time…</p>
      {lines.map((width) => (
        <div key={width} className={classes.firstReadRow} aria-hidden>
          <span style={{ width }} />
        </div>
      ))}
    </div>
  )
}

export function NoRecords<Row>({ list: { kind, params, state, words }, nothingThere }: NoRecordsProps<Row>) {
  const { ref: workspace, name } = useWorkspace()
  const { data: sync } = useQuery(queryOf('sync', 'status', { workspace }))
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation(commandOf(queryClient, 'sync', 'now', { makesStale: ['sync'] }))
  const onSync = () => mutate({ workspace })

  if (params.isNarrowed && (state.rows?.counts.all ?? 0) > 0) {
    return (
      <NothingMatches one={kind.one} words={words} onClear={params.clear}>
        Try fewer words or clear filters.
      </NothingMatches>
    )
  }
  if (sync === undefined) return null
  if (sync.error?.code === 'FORBIDDEN') return <MayNotRead name={name} error={sync.error} onRetry={onSync} />
  if (sync.syncedAt === null) {
    if (sync.state === 'syncing') return <FirstRead name={name} />
    return <NeverSynced sync={sync} onSync={onSync} isSyncing={isPending} />
  }
  if (!sync.hasRelationships) {
    return (
      <EmptyState icon={<IconUnlink size={22} />} title="No related records from the service">
        Without them, no {kind.one} can be shown. Choose which related records it returns in{' '}
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
