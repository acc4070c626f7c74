import type { KnowledgePage, KnowledgeRow } from '../../../contract/features/knowledge'
import { FacetChips } from '../../records/FacetChips'
import type { ToolbarParts } from '../../records/ListShell'
import { toggled } from '../../records/list-search'
import { ClearFilters, ListToolbar } from '../../records/RecordToolbar'
import classes from '../../records/RecordToolbar.module.css'
import { OwnFilterChip } from '../../records/triage/OwnFilterChip'
import { useFilterKey } from '../../records/use-list-keys'
import type { RecordList } from '../../records/use-record-list'
import { KnownValue } from './KnownValue'
import { chosenValues, facetCode, type KnowledgeSearch, offeredFacets } from './use-knowledge-list'

interface KnowledgeToolbarProps extends ToolbarParts {
  readonly list: RecordList<KnowledgeRow, KnowledgeSearch>
  readonly facets: Pick<KnowledgePage, 'states' | 'sources'> | undefined
}

const facetKinds = [
  { kind: 'state', label: 'State' },
  { kind: 'source', label: 'Source' },
] as const

export function KnowledgeToolbar({ list, facets, ...parts }: KnowledgeToolbarProps) {
  const { params } = list
  const codes = params.search.statuses
  const offered = facetKinds
    .map((each) => ({ ...each, offers: offeredFacets(each.kind, facets, codes) }))
    .filter(({ offers }) => offers.length > 0)
  const filters = useFilterKey<HTMLDivElement>(true)
  return (
    <ListToolbar list={list} {...parts}>
      <div ref={filters} className={classes.line} data-second>
        {offered.map(({ kind, label, offers }) => (
          <FacetChips
            key={kind}
            label={label}
            facets={offers}
            chosen={chosenValues(kind, codes)}
            onToggle={(value) =>
              params.change(({ statuses }) => ({ statuses: toggled(statuses, facetCode(kind, value)) }))
            }
            shownAtOnce={6}
          >
            {(value) =>
              value === null ? (
                <span className={classes.chipText}>No {label.toLowerCase()}</span>
              ) : (
                <KnownValue kind={kind} value={value} className={classes.chipText} />
              )
            }
          </FacetChips>
        ))}
        <OwnFilterChip params={params} />
        <ClearFilters params={params} />
      </div>
    </ListToolbar>
  )
}
