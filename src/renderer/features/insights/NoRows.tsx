// Why the list has no rows. Each reason has words and a way on of its own.
import { Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SyncStatus } from '../../../contract/features/sync'
import type { WorkspaceRef } from '../../../contract/workspace'
import { commandOf } from '../../client/queries'
import { EmptyState } from '../../ui/EmptyState'
import { NothingMatches } from '../../ui/NothingMatches'
import { MayNotRead, NeverSynced } from '../../ui/records/NotReadYet'
import type { WordSearch } from '../../ui/SingleWords'
import { FirstRead } from './FirstRead'
import { wasNeverSynced } from './insight-words'

interface NoRowsProps {
  readonly workspace: WorkspaceRef
  readonly workspaceName: string
  /** undefined: not known yet. */
  readonly sync: SyncStatus | undefined
  readonly isFiltered: boolean
  readonly hasAny: boolean
  readonly words: WordSearch
  readonly onClear: () => void
  /** null: no insight can be created here. */
  readonly onNew: (() => void) | null
}

export function NoRows({ workspace, workspaceName, sync, isFiltered, hasAny, words, onClear, onNew }: NoRowsProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation(commandOf(queryClient, 'sync', 'now', { makesStale: ['insights', 'sync'] }))
  const syncNow = () => mutate({ workspace })

  if (hasAny && isFiltered) {
    return (
      <NothingMatches one="insight" words={words} onClear={onClear}>
        Try fewer words or clear filters.
      </NothingMatches>
    )
  }
  if (sync === undefined) return null
  if (sync.error?.code === 'FORBIDDEN') return <MayNotRead name={workspaceName} error={sync.error} onRetry={syncNow} />
  if (sync.state === 'syncing' && wasNeverSynced(sync)) return <FirstRead name={workspaceName} />
  if (wasNeverSynced(sync)) return <NeverSynced sync={sync} onSync={syncNow} isSyncing={isPending} />
  return (
    <EmptyState
      icon={<IconInbox size={22} />}
      title="No insights yet"
      action={onNew && <Button onClick={onNew}>Create an insight</Button>}
    >
      {workspaceName} has no insights. They appear when the service derives them from feedback, or when you create one.
    </EmptyState>
  )
}
