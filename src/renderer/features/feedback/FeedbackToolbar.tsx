import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FeedbackPage, FeedbackRow } from '../../../contract/features/feedback'
import { useWorkspace } from '../../client/workspace'
import { FeedbackChips } from '../../records/feedback/FeedbackChips'
import { ChosenMonths, MonthChart } from '../../records/feedback/MonthChart'
import own from '../../records/feedback/MonthChart.module.css'
import type { ToolbarParts } from '../../records/ListShell'
import { toggled } from '../../records/list-search'
import { RelatedNote } from '../../records/RecordsView'
import { ClearFilters, ListToolbar, RelatedChip } from '../../records/RecordToolbar'
import classes from '../../records/RecordToolbar.module.css'
import { listTexts } from '../../records/record-words'
import { SinceChip } from '../../records/SinceChip'
import { OwnFilterChip } from '../../records/triage/OwnFilterChip'
import { useFilterKey } from '../../records/use-list-keys'
import type { RecordList } from '../../records/use-record-list'
import { type FeedbackSearch, firstFeedbackPage } from './use-feedback-list'

interface FeedbackToolbarProps extends ToolbarParts {
  readonly list: RecordList<FeedbackRow, FeedbackSearch>
}

const none: FeedbackPage['facets'] = { sources: [], sentiments: [], months: [] }

export function FeedbackToolbar({ list, ...parts }: FeedbackToolbarProps) {
  const { params } = list
  const { ref: workspace } = useWorkspace()
  const { relatedTo, months, since } = params.search
  const { data } = useQuery({ ...firstFeedbackPage(workspace, params.search), placeholderData: keepPreviousData })
  const facets = data?.facets ?? none
  const hasAny = (data?.all ?? 0) > 0 || params.isNarrowed
  const filters = useFilterKey<HTMLFieldSetElement>(hasAny)
  const toggleMonth = (month: string) => params.change((now) => ({ months: toggled(now.months, month) }))
  return (
    <ListToolbar list={list} info={listTexts.onlyLinked} {...parts}>
      <fieldset ref={filters} className={own.room} aria-label="Filters">
        {hasAny && (
          <div className={`${classes.line} ${own.chips}`} data-second>
            <FeedbackChips filter={params.search} facets={facets} onFilter={params.change} />
            <ChosenMonths chosen={months} onToggle={toggleMonth} />
            <OwnFilterChip params={params} />
            <SinceChip since={since} onClear={() => params.change(() => ({ since: null }))} />
            {relatedTo !== null && (
              <RelatedChip relatedTo={relatedTo} onClear={() => params.change(() => ({ relatedTo: null }))} />
            )}
            <ClearFilters params={params} />
          </div>
        )}
        {hasAny && <MonthChart facets={facets} chosen={months} onToggle={toggleMonth} />}
      </fieldset>
      <RelatedNote />
    </ListToolbar>
  )
}
