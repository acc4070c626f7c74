import { useWorkspace } from '../../client/workspace'
import type { ToolbarParts } from '../../records/ListShell'
import { toggled } from '../../records/list-search'
import { ClearFilters, FilterChip, Filters, ListToolbar } from '../../records/RecordToolbar'
import classes from '../../records/RecordToolbar.module.css'
import { useFilterKey } from '../../records/use-list-keys'
import type { RecordList } from '../../records/use-record-list'
import { type ActivityRow, hereCode } from './use-activity-list'

export function ActivityToolbar({ list, ...parts }: ToolbarParts & { list: RecordList<ActivityRow> }) {
  const { name } = useWorkspace()
  const filters = useFilterKey<HTMLFieldSetElement>(true)
  const { params } = list
  return (
    <ListToolbar list={list} {...parts}>
      <div className={classes.line} data-second>
        <Filters ref={filters}>
          <FilterChip
            isOn={params.search.statuses.includes(hereCode)}
            onToggle={() => params.change(({ statuses }) => ({ statuses: toggled(statuses, hereCode) }))}
          >
            Only {name}
          </FilterChip>
          <ClearFilters params={params} />
        </Filters>
        <p className={classes.note}>Changes made on this computer, in all environments.</p>
      </div>
    </ListToolbar>
  )
}
