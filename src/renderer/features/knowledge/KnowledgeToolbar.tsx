import { Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { KnowledgePage, KnowledgeRow } from '../../../contract/features/knowledge'
import type { ToolbarParts } from '../../ui/ListShell'
import classes from '../../ui/records/RecordToolbar.module.css'
import { count, counted } from '../../ui/records/record-words'
import { SearchField } from '../../ui/records/SearchField'
import type { RecordList } from '../../ui/records/use-record-list'
import { useFilterKey } from '../../ui/use-list-keys'
import { type FacetKind, facetCode, offeredFacets } from './facets'
import { KnownValue } from './KnownValue'
import { knowledgeKind } from './knowledge-words'

type Params = RecordList<KnowledgeRow>['params']

interface FacetChipsProps {
  readonly kind: FacetKind
  readonly label: string
  readonly params: Params
  readonly facets: Pick<KnowledgePage, 'states' | 'sources'> | undefined
}

/** As many as mostly fit on one line; the rest on request. */
const shownAtOnce = 4

function FacetChips({ kind, label, params, facets }: FacetChipsProps) {
  const [isWhole, setIsWhole] = useState(false)
  const offered = offeredFacets(kind, facets, params.statuses)
  const isChosen = (value: string | null) => params.statuses.includes(facetCode(kind, value))
  const shown = offered.filter(({ value }, place) => isWhole || place < shownAtOnce || isChosen(value))
  if (offered.length === 0) return null
  return (
    <fieldset className={classes.filters} aria-label={label}>
      <span className={classes.note} aria-hidden>
        {label}
      </span>
      {shown.map(({ value, count: number }) => (
        <button
          key={facetCode(kind, value)}
          type="button"
          className={classes.chip}
          data-long
          aria-pressed={isChosen(value)}
          onClick={() => params.toggleStatus(facetCode(kind, value))}
        >
          <KnownValue kind={kind} value={value} className={classes.chipText} />
          {number !== null && <span className={classes.note}>{count(number)}</span>}
        </button>
      ))}
      {shown.length < offered.length && (
        <button type="button" className={classes.clear} onClick={() => setIsWhole(true)}>
          {count(offered.length - shown.length)} more
        </button>
      )}
    </fieldset>
  )
}

interface KnowledgeToolbarProps extends ToolbarParts {
  readonly list: RecordList<KnowledgeRow>
  readonly facets: Pick<KnowledgePage, 'states' | 'sources'> | undefined
}

export function KnowledgeToolbar({ list, facets, places, sortMenu }: KnowledgeToolbarProps) {
  const { params, state } = list
  const counts = state.rows?.counts
  const all = counts && counted(counts.all, knowledgeKind.one, knowledgeKind.many)
  const hasFacets = (['state', 'source'] as const).some(
    (kind) => offeredFacets(kind, facets, params.statuses).length > 0,
  )
  const filters = useFilterKey<HTMLDivElement>(hasFacets || params.isNarrowed)
  return (
    <header className={classes.toolbar}>
      <div className={classes.line}>
        <Title order={1} className={classes.heading}>
          Knowledge
        </Title>
        <SearchField
          ref={places.searchField}
          label="Search knowledge"
          text={params.text}
          onText={params.setText}
          toRows={places.toRows}
        />
        <span role="status" aria-label="Number of knowledge items" className={classes.count}>
          {counts && (params.isNarrowed ? `${count(counts.total)} of ${all}` : all)}
        </span>
        <span className={classes.space} />
        {sortMenu}
      </div>
      <div ref={filters} className={classes.line} data-second>
        <FacetChips kind="state" label="State" params={params} facets={facets} />
        <FacetChips kind="source" label="Source" params={params} facets={facets} />
        {params.isNarrowed && (
          <button type="button" className={classes.clear} onClick={params.clear}>
            <IconX size={13} aria-hidden />
            Clear filters
          </button>
        )}
      </div>
    </header>
  )
}
