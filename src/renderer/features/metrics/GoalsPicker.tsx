// Chooses goals by their words or by pasted ids. It asks the service nothing: goals are those of the insights, and a goal
// without insights can be entered by its id.
import { type ComboboxItem, Group } from '@mantine/core'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOptionsFor } from '../../client/queries'
import details from '../../records/details.module.css'
import { RecordPicker } from '../../records/RecordPicker'
import { SearchedHint } from '../../records/SearchedHint'
import { usePickerSearch } from '../../records/use-picker-search'
import { goalLabel, metricTexts } from './metric-words'
import classes from './metrics.module.css'

interface GoalsPickerProps {
  readonly ref: Ref<HTMLInputElement>
  readonly workspace: WorkspaceRef
  readonly chosen: readonly string[]
  /** Goals linked to this metric already, as far as this computer knows. */
  readonly linked: ReadonlySet<string>
  /** Titles of chosen goals, which stay while others are searched. */
  readonly titles: ReadonlyMap<string, string>
  /** `seen`: titles of the goals on offer. */
  readonly onChosen: (ids: readonly string[], seen: ReadonlyMap<string, string>) => void
  readonly text: string
  readonly onText: (text: string) => void
  /** The dropdown covers what is below, so it is open only during a search. */
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly problem: string | null
  /** The buttons beside the field, whose dropdown would cover buttons below it. */
  readonly children?: ReactNode
}

const offered = 50
/** How many chosen goals show their title; the rest show their id. */
const mostRead = 50

export function GoalsPicker(props: GoalsPickerProps) {
  const { ref, workspace, chosen, linked, titles, onChosen, text, onText, isOpen, onOpen, problem, children } = props
  const { paused, isTyping, fits } = usePickerSearch(text)
  const { data, isPlaceholderData } = useQuery({
    ...queryOptionsFor('outcomes', 'query', {
      workspace,
      text: paused,
      relatedTo: null,
      sort: { column: 'title', direction: 'ascending' },
      offset: 0,
      limit: offered,
    }),
    placeholderData: keepPreviousData,
  })
  const found = (data?.rows ?? []).map((row) => ({ value: row.id, label: goalLabel(row) }))
  const isStale = isPlaceholderData || isTyping
  const foundIds = new Set(found.filter(({ label }) => !isStale || fits(label)).map(({ value }) => value))
  const others = chosen.filter((id) => !found.some(({ value }) => value === id))
  // Chosen elsewhere, or pasted as an id.
  const unnamed = others.filter((id) => !titles.has(id)).slice(0, mostRead)
  const read = useQueries({
    queries: unnamed.map((id) => queryOptionsFor('outcomes', 'get', { workspace, id })),
  })
  const named = new Map(read.flatMap(({ data: goal }) => (goal === undefined ? [] : [[goal.id, goalLabel(goal)]])))
  const nameOf = (id: string) => titles.get(id) ?? named.get(id) ?? id
  const isCut = data !== undefined && data.total > offered
  const forgiven = isStale ? [] : (data?.forgiven ?? [])

  const choose = (ids: readonly string[]) => {
    onChosen(ids, new Map(found.map(({ value, label }) => [value, label])))
  }

  const option = ({ value, label }: ComboboxItem) => (
    <span dir="auto">
      {label}
      {linked.has(value) && <span className={details.muted}> already linked</span>}
    </span>
  )

  return (
    <RecordPicker
      ref={ref}
      inputContainer={(field) => (
        <Group gap={10} align="flex-end" className={classes.line}>
          <div className={classes.field}>{field}</div>
          <Group gap="xs">{children}</Group>
        </Group>
      )}
      renderOption={(offer) => option(offer.option)}
      label="Goals to link or unlink"
      description={
        <>
          <SearchedHint text={paused} forgiven={isOpen ? forgiven : []}>
            {metricTexts.searchOrIds}
          </SearchedHint>
          {isCut && ` Showing the first ${offered}.`}
        </>
      }
      placeholder={chosen.length === 0 ? 'Search goals' : ''}
      selectFirstOptionOnChange
      classNames={{ options: classes.offers, wrapper: classes.input }}
      // As wide as the field, or wide enough for titles if the field is narrow.
      styles={{ dropdown: { minWidth: 420 } }}
      comboboxProps={{ position: 'bottom-start' }}
      nothingFoundMessage={text.trim() === '' ? metricTexts.noGoals : metricTexts.noMatchingGoals}
      data={[...found, ...others.map((value) => ({ value, label: nameOf(value) }))]}
      chosen={chosen}
      onChosen={choose}
      foundIds={foundIds}
      text={text}
      onText={onText}
      isOpen={isOpen}
      onOpen={onOpen}
      error={problem}
    />
  )
}
