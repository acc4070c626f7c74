import { IconHistory } from '@tabler/icons-react'
import { toReview } from '../../../contract/requires-review'
import { useWorkspace } from '../../client/workspace'
import { ListShell, type ToolbarParts } from '../../records/ListShell'
import { toggled } from '../../records/list-search'
import { NothingMatches } from '../../records/NothingMatches'
import { ClearFilters, FilterChip, Filters, ListToolbar } from '../../records/RecordToolbar'
import toolbar from '../../records/RecordToolbar.module.css'
import { useFilterKey } from '../../records/use-list-keys'
import type { RecordList } from '../../records/use-record-list'
import { EmptyState } from '../../ui/EmptyState'
import { ActivityDetails } from './ActivityDetails'
import { activityColumns } from './activity-columns'
import { activityTexts, targetName } from './activity-words'
import { type ActivityRow, hereCode, reviewCode, useActivityList } from './use-activity-list'

function ActivityToolbar({ list, ...parts }: ToolbarParts & { list: RecordList<ActivityRow> }) {
  const { name } = useWorkspace()
  const filters = useFilterKey<HTMLFieldSetElement>(true)
  const { params } = list
  return (
    <ListToolbar list={list} isLocal {...parts}>
      <div className={toolbar.line} data-second>
        <Filters ref={filters}>
          <FilterChip
            isOn={params.search.statuses.includes(hereCode)}
            onToggle={() => params.change(({ statuses }) => ({ statuses: toggled(statuses, hereCode) }))}
          >
            Only {name}
          </FilterChip>
          <FilterChip
            isOn={params.search.statuses.includes(reviewCode)}
            onToggle={() => params.change(({ statuses }) => ({ statuses: toggled(statuses, reviewCode) }))}
          >
            {toReview}
          </FilterChip>
          <ClearFilters params={params} />
        </Filters>
        <p className={toolbar.note}>{activityTexts.about}</p>
      </div>
    </ListToolbar>
  )
}

function NoChanges({ list: { params, state, words } }: { readonly list: RecordList<ActivityRow> }) {
  if (params.isNarrowed && (state.rows?.counts.all ?? 0) > 0) {
    return <NothingMatches many="changes" words={words} params={params} />
  }
  return (
    <EmptyState icon={<IconHistory size={22} />} title="No changes yet">
      {activityTexts.noChanges}
    </EmptyState>
  )
}

/** Lists every change made from this computer, in all workspaces, with its outcome. */
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
