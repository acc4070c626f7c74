import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useWorkspace } from '../../client/workspace'
import type { ToolbarParts } from '../../records/ListShell'
import { toggled } from '../../records/list-search'
import { ClearFilters, FilterChip, Filters, ListToolbar } from '../../records/RecordToolbar'
import classes from '../../records/RecordToolbar.module.css'
import { useFilterKey } from '../../records/use-list-keys'
import type { RecordList } from '../../records/use-record-list'
import { BusyButton } from '../../ui/BusyButton'
import { type ActivityFormat, saveActivity } from './save-activity'
import { type ActivityRow, hereCode, scopeOf } from './use-activity-list'

/** Writes what the search shows, all of it. */
function useExport({ params }: RecordList<ActivityRow>) {
  const { ref } = useWorkspace()
  const [running, setRunning] = useState<ActivityFormat | null>(null)
  const save = async (format: ActivityFormat) => {
    setRunning(format)
    await saveActivity({ text: params.search.text, workspace: scopeOf(params.search.statuses, ref), format })
    setRunning(null)
  }
  return { running, save }
}

export function ActivityToolbar({ list, ...parts }: ToolbarParts & { list: RecordList<ActivityRow> }) {
  const { name } = useWorkspace()
  const filters = useFilterKey<HTMLFieldSetElement>(true)
  const { running, save } = useExport(list)
  const { params } = list
  const exportButton = (format: ActivityFormat, words: string) => (
    <BusyButton
      size="compact-sm"
      h={30}
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden />}
      isBusy={running === format}
      onClick={() => {
        if (running === null) void save(format)
      }}
    >
      {words}
    </BusyButton>
  )
  return (
    <ListToolbar
      list={list}
      {...parts}
      tools={
        <>
          {exportButton('csv', 'Export CSV')}
          {exportButton('json', 'Export JSON')}
        </>
      }
    >
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
