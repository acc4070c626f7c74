import { IconX } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { InsightType } from '../../../contract/resources/insight'
import { RelatedChip } from '../../ui/records/RelatedChip'
import { useFilterKey } from '../../ui/use-list-keys'
import { typeWord } from './insight-words'
import { ScoreFilter } from './ScoreFilter'
import classes from './Toolbar.module.css'
import type { SearchState } from './use-search'

interface ToggleProps {
  readonly isOn: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

function Toggle({ isOn, onToggle, children }: ToggleProps) {
  return (
    <button type="button" className={classes.chip} aria-pressed={isOn} onClick={onToggle}>
      {children}
    </button>
  )
}

type FiltersProps = Pick<SearchState, 'chips' | 'change' | 'clear' | 'isFiltered'>

/** Chips that narrow the list. In a pair, pressing the other one switches over; pressing it again lets go. */
export const Filters = memo(function Filters({ chips: filter, change, clear, isFiltered }: FiltersProps) {
  const filters = useFilterKey<HTMLFieldSetElement>(true)
  const toggleType = (type: string) =>
    change({
      types: filter.types.includes(type) ? filter.types.filter((other) => other !== type) : [...filter.types, type],
    })
  const toggleSeen = (seen: 'seen' | 'unseen') => change({ seen: filter.seen === seen ? 'any' : seen })
  const toggleOpportunity = (opportunity: 'with' | 'without') =>
    change({ opportunity: filter.opportunity === opportunity ? 'any' : opportunity })

  return (
    <fieldset ref={filters} className={classes.filters} aria-label="Filters">
      {InsightType.options.map((type) => (
        <Toggle key={type} isOn={filter.types.includes(type)} onToggle={() => toggleType(type)}>
          {typeWord(type)}
        </Toggle>
      ))}
      <span className={classes.divider} />
      <Toggle isOn={filter.seen === 'unseen'} onToggle={() => toggleSeen('unseen')}>
        Unseen
      </Toggle>
      <Toggle isOn={filter.seen === 'seen'} onToggle={() => toggleSeen('seen')}>
        Seen
      </Toggle>
      <span className={classes.divider} />
      <Toggle isOn={filter.opportunity === 'with'} onToggle={() => toggleOpportunity('with')}>
        Has opportunity
      </Toggle>
      <Toggle isOn={filter.opportunity === 'without'} onToggle={() => toggleOpportunity('without')}>
        No opportunity
      </Toggle>
      <span className={classes.divider} />
      <ScoreFilter minScore={filter.minScore} maxScore={filter.maxScore} onChange={change} />
      {filter.relatedTo !== null && (
        <RelatedChip relatedTo={filter.relatedTo} onClear={() => change({ relatedTo: null })} />
      )}
      {isFiltered && (
        <button type="button" className={classes.clear} onClick={clear}>
          <IconX size={13} aria-hidden />
          Clear filters
        </button>
      )}
    </fieldset>
  )
})
