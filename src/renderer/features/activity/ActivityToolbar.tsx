import { Title } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useWorkspace } from '../../app/workspace'
import { BusyButton } from '../../ui/BusyButton'
import classes from '../../ui/records/RecordToolbar.module.css'
import { count, counted } from '../../ui/records/record-words'
import { SearchField } from '../../ui/records/SearchField'
import type { RecordList } from '../../ui/records/use-record-list'
import { type ListPlaces, useFilterKey } from '../../ui/use-list-keys'
import { type ActivityFormat, saveActivity } from './save-activity'
import { type ActivityRow, changeKind, hereCode, scopeOf } from './use-activity-list'

/** Writes what the search shows, all of it. */
function useExport({ params }: RecordList<ActivityRow>) {
  const { ref } = useWorkspace()
  const [running, setRunning] = useState<ActivityFormat | null>(null)
  const save = async (format: ActivityFormat) => {
    setRunning(format)
    await saveActivity({ text: params.text, workspace: scopeOf(params.statuses, ref), format })
    setRunning(null)
  }
  return { running, save }
}

export function ActivityToolbar({ list, searchField, toRows }: ListPlaces & { list: RecordList<ActivityRow> }) {
  const { name } = useWorkspace()
  const filters = useFilterKey<HTMLFieldSetElement>(true)
  const { running, save } = useExport(list)
  const { params, state } = list
  const counts = state.rows?.counts
  const all = counts && counted(counts.all, changeKind.one, changeKind.many)
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
    <header className={classes.toolbar}>
      <div className={classes.line}>
        <Title order={1} className={classes.heading}>
          Activity
        </Title>
        <SearchField
          ref={searchField}
          label="Search activity"
          text={params.text}
          onText={params.setText}
          toRows={toRows}
        />
        <span role="status" aria-label="Number of changes" className={classes.count}>
          {counts && (params.isNarrowed ? `${count(counts.total)} of ${all}` : all)}
        </span>
        <span className={classes.space} />
        {exportButton('csv', 'Export CSV')}
        {exportButton('json', 'Export JSON')}
      </div>
      <div className={classes.line} data-second>
        <fieldset ref={filters} className={classes.filters} aria-label="Filters">
          <button
            type="button"
            className={classes.chip}
            data-long
            aria-pressed={params.statuses.includes(hereCode)}
            onClick={() => params.toggleStatus(hereCode)}
          >
            <span className={classes.chipText}>Only {name}</span>
          </button>
          {params.isNarrowed && (
            <button type="button" className={classes.clear} onClick={params.clear}>
              <IconX size={13} aria-hidden />
              Clear filters
            </button>
          )}
        </fieldset>
        <p className={classes.note}>Changes made on this computer, in all environments.</p>
      </div>
    </header>
  )
}
