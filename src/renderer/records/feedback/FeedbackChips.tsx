// Chips that narrow feedback by sentiment and source, each with the number that it would leave.
import type { FeedbackFacets, FeedbackFilter } from '../../../contract/features/feedback'
import { isMood, moods } from '../Evidence'
import { FacetChips } from '../FacetChips'
import { toggled } from '../list-search'
import classes from '../RecordToolbar.module.css'
import { counted, noSentiment } from '../record-words'
import { offeredSentiments, offeredSources } from './feedback-filter'

interface FeedbackChipsProps {
  readonly filter: FeedbackFilter
  readonly facets: FeedbackFacets
  readonly onFilter: (step: (now: FeedbackFilter) => Partial<FeedbackFilter>) => void
  /** Leaves out chips that would leave nothing, where the feedback itself has little room. */
  readonly isShort?: boolean
  /** Shows sources on request only, so that the chips take one line. */
  readonly hasFoldedSources?: boolean
}

export function FeedbackChips({
  filter,
  facets,
  onFilter,
  isShort = false,
  hasFoldedSources = false,
}: FeedbackChipsProps) {
  const sentiments = offeredSentiments(facets, filter.sentiments)
  const sources = offeredSources(facets, filter.sources)
  return (
    <>
      <FacetChips
        label="Sentiment"
        facets={
          isShort ? sentiments.filter((each) => each.count !== 0 || filter.sentiments.includes(each.value)) : sentiments
        }
        chosen={filter.sentiments}
        onToggle={(value) => onFilter(({ sentiments }) => ({ sentiments: toggled(sentiments, value) }))}
      >
        {(value) => {
          const Mood = value !== null && isMood(value) ? moods[value] : null
          return (
            <>
              {Mood && <Mood size={14} stroke={1.8} aria-hidden />}
              <span className={classes.chipText}>{value ?? noSentiment}</span>
            </>
          )
        }}
      </FacetChips>
      {sources.length > 1 && (
        <FacetChips
          label="Source"
          facets={sources}
          chosen={filter.sources}
          onToggle={(value) => onFilter((now) => ({ sources: toggled(now.sources, value) }))}
          shownAtOnce={hasFoldedSources ? 0 : 3}
          {...(hasFoldedSources && { restText: (left) => counted(left, 'source', 'sources') })}
        >
          {(value) => (
            <span className={classes.chipText} dir="auto">
              {value}
            </span>
          )}
        </FacetChips>
      )}
    </>
  )
}
