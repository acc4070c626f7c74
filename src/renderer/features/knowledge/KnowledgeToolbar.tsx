import { useState } from 'react'
import type { KnowledgePage, KnowledgeRow } from '../../../contract/features/knowledge'
import type { ToolbarParts } from '../../records/ListShell'
import { toggled } from '../../records/list-search'
import { ClearFilters, ListToolbar } from '../../records/RecordToolbar'
import classes from '../../records/RecordToolbar.module.css'
import { count } from '../../records/record-words'
import { useFilterKey } from '../../records/use-list-keys'
import type { RecordList } from '../../records/use-record-list'
import { KnownValue } from './KnownValue'
import { type FacetKind, facetCode, offeredFacets } from './use-knowledge-list'

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
  const offered = offeredFacets(kind, facets, params.search.statuses)
  const isChosen = (value: string | null) => params.search.statuses.includes(facetCode(kind, value))
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
          aria-pressed={isChosen(value)}
          onClick={() => params.change(({ statuses }) => ({ statuses: toggled(statuses, facetCode(kind, value)) }))}
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

export function KnowledgeToolbar({ list, facets, ...parts }: KnowledgeToolbarProps) {
  const { params } = list
  const hasFacets = (['state', 'source'] as const).some(
    (kind) => offeredFacets(kind, facets, params.search.statuses).length > 0,
  )
  const filters = useFilterKey<HTMLDivElement>(hasFacets || params.isNarrowed)
  return (
    <ListToolbar list={list} {...parts}>
      <div ref={filters} className={classes.line} data-second>
        <FacetChips kind="state" label="State" params={params} facets={facets} />
        <FacetChips kind="source" label="Source" params={params} facets={facets} />
        <ClearFilters params={params} />
      </div>
    </ListToolbar>
  )
}
