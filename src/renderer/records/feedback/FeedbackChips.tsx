// Chips that narrow feedback by sentiment and source, each with what it would leave.
import { IconMoodNeutral, IconMoodSad, IconMoodSmile } from '@tabler/icons-react'
import { useState } from 'react'
import type { FeedbackFacets, FeedbackFilter } from '../../../contract/features/feedback'
import { toggled } from '../list-search'
import classes from '../RecordToolbar.module.css'
import { count } from '../record-words'
import { offeredSentiments, offeredSources } from './feedback-filter'

interface FeedbackChipsProps {
  readonly filter: FeedbackFilter
  readonly facets: FeedbackFacets
  readonly onFilter: (step: (now: FeedbackFilter) => Partial<FeedbackFilter>) => void
}

/** As many as mostly fit on one line; the rest on request. */
const shownAtOnce = 3

const moods = new Map([
  ['Positive', IconMoodSmile],
  ['Neutral', IconMoodNeutral],
  ['Negative', IconMoodSad],
])

export function FeedbackChips({ filter, facets, onFilter }: FeedbackChipsProps) {
  const [isWhole, setIsWhole] = useState(false)
  const sources = offeredSources(facets, filter.sources)
  const shown = sources.filter(({ value }, place) => isWhole || place < shownAtOnce || filter.sources.includes(value))
  return (
    <>
      <fieldset className={classes.filters} aria-label="Sentiment">
        {offeredSentiments(facets, filter.sentiments).map(({ value, count: number }) => {
          const Mood = moods.get(value ?? '')
          return (
            <button
              key={value ?? ''}
              type="button"
              className={classes.chip}
              aria-pressed={filter.sentiments.includes(value)}
              onClick={() => onFilter(({ sentiments }) => ({ sentiments: toggled(sentiments, value) }))}
            >
              {Mood && <Mood size={14} stroke={1.8} aria-hidden />}
              <span className={classes.chipText}>{value ?? 'No sentiment'}</span>
              <span className={classes.note}>{count(number)}</span>
            </button>
          )
        })}
      </fieldset>
      {sources.length > 1 && (
        <fieldset className={classes.filters} aria-label="Source">
          {shown.map(({ value, count: number }) => (
            <button
              key={value}
              type="button"
              className={classes.chip}
              aria-pressed={filter.sources.includes(value)}
              onClick={() => onFilter((now) => ({ sources: toggled(now.sources, value) }))}
            >
              <span className={classes.chipText} dir="auto">
                {value}
              </span>
              <span className={classes.note}>{count(number)}</span>
            </button>
          ))}
          {shown.length < sources.length && (
            <button type="button" className={classes.clear} onClick={() => setIsWhole(true)}>
              {count(sources.length - shown.length)} more
            </button>
          )}
        </fieldset>
      )}
    </>
  )
}
