// Finds feedback for a new insight by its words, recent first, and shows the chosen pieces. The ids stay text in the
// form, as this computer may not have their feedback.
import type { MultiSelectProps } from '@mantine/core'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FeedbackRow } from '../../../contract/features/feedback'
import { createMarker, createSnippets, type SnippetOf } from '../../../contract/features/search-marks'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOptionsFor } from '../../client/queries'
import details from '../../records/details.module.css'
import { RecordPicker } from '../../records/RecordPicker'
import { quoted } from '../../records/record-words'
import { SearchedHint } from '../../records/SearchedHint'
import { usePickerSearch } from '../../records/use-picker-search'
import { Marked, SearchMarks } from '../../ui/Marked'
import { RelativeTime } from '../../ui/RelativeTime'
import { changedFeedback, errorLabels, feedbackIdsIn } from './form-values'
import { insightTexts } from './insight-words'
import classes from './NewInsight.module.css'

interface FeedbackPickerProps {
  readonly workspace: WorkspaceRef
  /** Text of the field, valid or not. */
  readonly ids: string
  readonly onIds: (ids: string) => void
  /** Receives search text without a choice. */
  readonly onUnused: (text: string) => void
  /** What the form says about the search, and how it finds the field. */
  readonly errorProps: Pick<MultiSelectProps, 'error' | 'success' | 'successProps' | 'withSuccessStyles'> & {
    readonly 'data-path': string | undefined
  }
  readonly isReadOnly: boolean
}

const offered = 50
/** How many chosen pieces show their words; the rest show their id. */
const mostRead = 50
const longestOffer = 110
const longestPill = 44

const wordsOf = ({ title, content }: Pick<FeedbackRow, 'title' | 'content'>, longest: number) =>
  quoted(title ?? content, longest)

/** The beginning of the text, or the part that matched. */
const foundWords = (row: FeedbackRow, snippetOf: SnippetOf | null) => {
  const snippet = snippetOf?.(row.title ?? '', row.content) ?? null
  return snippet === null ? wordsOf(row, longestOffer) : quoted(snippet, longestOffer)
}

export function FeedbackPicker(props: FeedbackPickerProps) {
  const { workspace, ids, onIds, onUnused, errorProps, isReadOnly } = props
  const [text, setText] = useState('')
  const [isUsed, setIsUsed] = useState(false)
  const { searched, paused, isTyping, fits } = usePickerSearch(text)
  const [isOpen, setIsOpen] = useState(false)
  const chosen = feedbackIdsIn(ids)
  const { data, isPlaceholderData } = useQuery({
    ...queryOptionsFor('feedback', 'query', {
      ...{ workspace, text: paused, relatedTo: null },
      sort: { column: 'createdAt', direction: 'descending' },
      offset: 0,
      limit: offered,
    }),
    placeholderData: keepPreviousData,
    // Nobody searches for feedback yet.
    enabled: isOpen,
  })
  const read = useQueries({
    queries: chosen.slice(0, mostRead).map((id) => queryOptionsFor('feedback', 'get', { workspace, id })),
  })
  const rows = new Map((data?.rows ?? []).map((row) => [row.id, row]))
  const words = new Map(
    chosen.map((id, place) => {
      const row = read[place]?.data
      if (row !== undefined) return [id, wordsOf(row, longestPill)]
      return [id, read[place]?.error?.code === 'NOT_FOUND' ? `${id} (not on this computer)` : id]
    }),
  )
  const marker = useMemo(() => createMarker(paused, data?.forgiven), [paused, data?.forgiven])
  const snippetOf = useMemo(() => createSnippets(paused, data?.forgiven), [paused, data?.forgiven])
  const isStale = isPlaceholderData || isTyping
  const foundIds = new Set(
    [...rows.values()]
      .filter(({ title, content }) => !isStale || fits(`${title ?? ''} ${content}`))
      .map(({ id }) => id),
  )
  const forgiven = isPlaceholderData ? [] : (data?.forgiven ?? [])
  const found = [...rows.values()].map((row) => ({ value: row.id, label: foundWords(row, snippetOf) }))
  const options = [
    ...found.filter(({ value }) => !words.has(value)),
    ...chosen.map((value) => ({ value, label: words.get(value) ?? value })),
  ]
  const nothingFound = searched === '' ? insightTexts.noFeedbackYet : insightTexts.noMatchingFeedback

  return (
    <RecordPicker
      {...errorProps}
      label={errorLabels.feedbackSearch}
      description={
        <SearchedHint text={paused} forgiven={isOpen ? forgiven : []}>
          {insightTexts.feedbackIds}
        </SearchedHint>
      }
      placeholder={chosen.length === 0 ? 'Search feedback' : ''}
      classNames={{ dropdown: classes.offersList, options: classes.offers, pill: classes.pill }}
      nothingFoundMessage={isStale ? undefined : nothingFound}
      renderOption={({ option: { value, label } }) => {
        const row = rows.get(value)
        return (
          <span className={classes.offer}>
            <span dir="auto">
              <SearchMarks value={marker}>
                <Marked text={label} />
              </SearchMarks>
            </span>
            {row !== undefined && (
              <span className={details.muted}>
                {row.source} · <RelativeTime at={row.createdAt} />
              </span>
            )}
          </span>
        )
      }}
      readOnly={isReadOnly}
      data={options}
      chosen={chosen}
      onChosen={(next) => {
        if (next.some((id) => !chosen.includes(id))) {
          setIsUsed(true)
          onUnused('')
          // The next word replaces the used ones, which stay for another choice.
          if (document.activeElement instanceof HTMLInputElement) document.activeElement.select()
        }
        onIds(changedFeedback(ids, next))
      }}
      foundIds={foundIds}
      text={text}
      onText={(next) => {
        setText(next)
        setIsUsed(false)
        onUnused(next.trim())
      }}
      // Chosen pieces make the field higher while the list is open.
      comboboxProps={{ preventPositionChangeWhenVisible: false }}
      // One search often finds several pieces, so its text stays. Leaving clears it, as it would look unfinished beside chips.
      clearSearchOnChange={false}
      onLeave={() => isUsed && setText('')}
      isOpen={isOpen}
      onOpen={setIsOpen}
    />
  )
}
