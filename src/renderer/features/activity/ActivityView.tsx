import { IconHistory } from '@tabler/icons-react'
import { useWorkspace } from '../../client/workspace'
import { ListShell } from '../../records/ListShell'
import { NothingMatches } from '../../records/NothingMatches'
import type { RecordList } from '../../records/use-record-list'
import { EmptyState } from '../../ui/EmptyState'
import { ActivityDetails } from './ActivityDetails'
import { ActivityToolbar } from './ActivityToolbar'
import { activityColumns } from './activity-columns'
import { targetName } from './activity-words'
import { type ActivityRow, useActivityList } from './use-activity-list'

function NoChanges({ list: { params, state, words } }: { readonly list: RecordList<ActivityRow> }) {
  if (params.isNarrowed && (state.rows?.counts.all ?? 0) > 0) {
    return (
      <NothingMatches one="change" words={words} onClear={params.clear}>
        Try fewer words, or search all workspaces.
      </NothingMatches>
    )
  }
  return (
    <EmptyState icon={<IconHistory size={22} />} title="No changes yet">
      Everything you create, link, mark or delete appears here with its result, including changes waiting for a
      connection. Deleted items stay readable.
    </EmptyState>
  )
}

/** Every change made from this computer, in all workspaces, and what became of it. */
export function ActivityView() {
  const { ref: workspace } = useWorkspace()
  const list = useActivityList(workspace)
  return (
    <ListShell
      list={list}
      columnsOf={activityColumns}
      nameOf={targetName}
      toolbar={(parts) => <ActivityToolbar list={list} {...parts} />}
      empty={<NoChanges list={list} />}
      details={(id) => <ActivityDetails changeId={id} />}
    />
  )
}
