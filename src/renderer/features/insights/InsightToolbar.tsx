import { Popover } from '@mantine/core'
import { IconChecklist, IconChevronDown, IconPlus } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import type { InsightFilter, NamedDraft } from '../../../contract/features/insights'
import { insightTypes, typeWord } from '../../../contract/features/record-words'
import type { ToolbarParts } from '../../records/ListShell'
import { toggled } from '../../records/list-search'
import { ClearFilters, FilterChip, Filters, ListToolbar, RelatedChip } from '../../records/RecordToolbar'
import classes from '../../records/RecordToolbar.module.css'
import { RemoveChip } from '../../records/RemoveChip'
import { SinceChip } from '../../records/SinceChip'
import { TriageFilter } from '../../records/triage/TriageFilter'
import { useFilterKey } from '../../records/use-list-keys'
import { ActionButton } from '../../ui/ActionButton'
import { lazyWithPreload } from '../../ui/lazy-with-preload'
import { DraftsButton } from './DraftsButton'
import { type InsightList, type InsightParams, orderText } from './insight-list'
import { scoreText } from './insight-words'
import { useDiscard } from './use-discard'

interface InsightToolbarProps extends ToolbarParts {
  readonly list: InsightList
  readonly onNew: () => void
  /** Drafts of new insights, neither created nor discarded. */
  readonly drafts: readonly NamedDraft[]
  readonly onDraft: (draftId: string) => void
  readonly onTriage: () => void
  /** Why no insight can be created now; null: one can. */
  readonly newBlockedBecause: string | null
}

export function InsightToolbar(props: InsightToolbarProps) {
  const { list, onNew, onTriage, drafts, onDraft, newBlockedBecause, ...parts } = props
  const { written, change, dropFilters, hasFilters } = list.params
  const newInsight = useRef<HTMLButtonElement>(null)
  const discarding = useDiscard()
  return (
    <ListToolbar
      list={list}
      info={orderText(list.params.search)}
      {...parts}
      tools={
        <>
          <ActionButton
            disabledReason={null}
            leftSection={<IconChecklist size={15} stroke={1.8} aria-hidden />}
            onClick={onTriage}
          >
            Triage
          </ActionButton>
          {drafts.length > 0 && newBlockedBecause === null && (
            <DraftsButton
              drafts={drafts}
              discarding={discarding}
              onOpen={onDraft}
              onEmpty={() => newInsight.current?.focus()}
            />
          )}
          <ActionButton
            ref={newInsight}
            disabledReason={newBlockedBecause}
            isPrimary
            leftSection={<IconPlus size={15} stroke={2} aria-hidden />}
            onClick={onNew}
          >
            New<span className={drafts.length > 0 ? classes.wideWord : classes.word}> insight</span>
          </ActionButton>
        </>
      }
    >
      <InsightFilters written={written} change={change} dropFilters={dropFilters} hasFilters={hasFilters} />
    </ListToolbar>
  )
}

const stateWords: Readonly<Record<InsightFilter['triage'], string>> = {
  any: 'Any',
  left: 'To triage',
  reviewed: 'Reviewed',
  snoozed: 'Snoozed',
}

type FiltersProps = Pick<InsightParams, 'written' | 'change' | 'dropFilters' | 'hasFilters'>

/** Pressing the other chip of a pair switches; pressing the same one clears. Not rendered again while typing. */
const InsightFilters = memo(function InsightFilters({ written, change, dropFilters, hasFilters }: FiltersProps) {
  const filters = useFilterKey<HTMLFieldSetElement>(true)
  const { types, relatedTo, minScore, maxScore, triage, hasNote, labels, since, picked } = written
  const pair = <Name extends 'seen' | 'opportunity'>(
    name: Name,
    value: FiltersProps['written'][Name],
    label: string,
  ) => (
    <FilterChip
      isOn={written[name] === value}
      onToggle={() => change((now) => ({ [name]: now[name] === value ? 'any' : value }))}
    >
      {label}
    </FilterChip>
  )
  return (
    <div className={classes.line} data-second>
      <Filters ref={filters}>
        {insightTypes.map((type) => (
          <FilterChip
            key={type}
            isOn={types.includes(type)}
            onToggle={() => change((now) => ({ types: toggled(now.types, type) }))}
          >
            {typeWord(type)}
          </FilterChip>
        ))}
        <span className={classes.divider} />
        {pair('seen', 'unseen', 'Unseen')}
        {pair('seen', 'seen', 'Seen')}
        <span className={classes.divider} />
        {pair('opportunity', 'with', 'Has opportunity')}
        {pair('opportunity', 'without', 'No opportunity')}
        <span className={classes.divider} />
        <TriageFilter
          words={stateWords}
          status={triage}
          hasNote={hasNote === true}
          labels={labels}
          onChange={({ status, hasNote, ...labels }) =>
            change(() => ({
              ...labels,
              ...(status !== undefined && { triage: status }),
              ...(hasNote !== undefined && { hasNote: hasNote || undefined }),
            }))
          }
        />
        <ScoreFilter minScore={minScore} maxScore={maxScore} onChange={(bounds) => change(() => bounds)} />
        <SinceChip since={since} onClear={() => change(() => ({ since: null }))} />
        {relatedTo !== null && (
          <RelatedChip relatedTo={relatedTo} onClear={() => change(() => ({ relatedTo: null }))} />
        )}
        {picked !== undefined && (
          <RemoveChip name="Selected on the topic map" onRemove={() => change(() => ({ picked: undefined }))} />
        )}
        <ClearFilters params={{ hasFilters, dropFilters }} />
      </Filters>
    </div>
  )
})

const ScoreRange = lazyWithPreload(() => import('./ScoreRange').then(({ ScoreRange }) => ScoreRange))

export interface ScoreFilterProps {
  readonly minScore: number | null
  readonly maxScore: number | null
  readonly onChange: (bounds: { minScore?: number | null; maxScore?: number | null }) => void
}

function rangeText(minScore: number | null, maxScore: number | null): string {
  if (minScore !== null && maxScore !== null) return `Score ${scoreText(minScore)}–${scoreText(maxScore)}`
  if (minScore !== null) return `Score ≥ ${scoreText(minScore)}`
  if (maxScore !== null) return `Score ≤ ${scoreText(maxScore)}`
  return 'Score'
}

/** Bounds on the combined score. A bound leaves out insights without a score. */
export function ScoreFilter({ minScore, maxScore, onChange }: ScoreFilterProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <button
          type="button"
          className={classes.chip}
          data-on={minScore !== null || maxScore !== null || undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {rangeText(minScore, maxScore)}
          <IconChevronDown size={12} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Score range">
        <ScoreRange minScore={minScore} maxScore={maxScore} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  )
}
