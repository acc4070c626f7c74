import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { KnowledgeColumn, type KnowledgePage, type KnowledgeRow } from '../../../contract/features/knowledge'
import { knowledgeSources, knowledgeStates } from '../../../contract/features/record-words'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOptionsFor } from '../../client/queries'
import { longestValue } from '../../navigation/address-params'
import { type ListSearch, listShape } from '../../records/list-search'
import { type OwnSearch, withOwn } from '../../records/own-filter'
import { knowledgeKind } from '../../records/record-kind'
import { type RecordList, useRecordList } from '../../records/use-record-list'
import type { PageRange } from '../../records/use-record-rows'

type Column = (typeof KnowledgeColumn.options)[number]

export type KnowledgeSearch = ListSearch<Column> & OwnSearch

interface KnowledgeList {
  readonly list: RecordList<KnowledgeRow, KnowledgeSearch>
  /** States and sources in the data; undefined until the first answer. */
  readonly facets: Pick<KnowledgePage, 'states' | 'sources'> | undefined
}

const shape = withOwn(listShape<Column>(KnowledgeColumn.options, { column: 'updatedAt', direction: 'descending' }))

function readPage(workspace: WorkspaceRef, { text, own, statuses, sort, offset, limit }: KnowledgeSearch & PageRange) {
  return queryOptionsFor('knowledge', 'query', {
    workspace,
    text,
    relatedTo: null,
    own,
    states: chosenValues('state', statuses),
    sources: chosenValues('source', statuses),
    sort,
    offset,
    limit,
  })
}

export function useKnowledgeList(workspace: WorkspaceRef): KnowledgeList {
  const list = useRecordList({ kind: knowledgeKind, shape, readPage: (search) => readPage(workspace, search) })
  const { text, own, statuses } = list.params.search
  const { data: facets } = useQuery({
    ...readPage(workspace, { ...shape.plain, text, own, statuses, offset: 0, limit: 1 }),
    placeholderData: keepPreviousData,
  })
  return { list, facets }
}

export type FacetKind = 'state' | 'source'

interface Facet {
  readonly value: string | null
  readonly count: number | null
}

/** Code of a missing value, distinct from an empty text, which the service may send. */
const absent = '-'

export const facetCode = (kind: FacetKind, value: string | null) => `${kind}:${value === null ? absent : `=${value}`}`

/** The values of a kind among the codes; other codes are ignored. */
export function chosenValues(kind: FacetKind, codes: readonly string[]): (string | null)[] {
  return codes
    .filter((code) => code === facetCode(kind, null) || code.startsWith(`${kind}:=`))
    .map((code) => (code === facetCode(kind, null) ? null : code.slice(`${kind}:=`.length)))
}

const knownValues = { state: knowledgeStates, source: knowledgeSources }

/** The service may send any text, such as a long address as a source. */
const fitsAddress = (kind: FacetKind, value: string | null) => facetCode(kind, value).length <= longestValue

/**
 * Values in the data that an address can carry, and chosen values that are gone, so that each can be removed. Known ones
 * come first and keep their places, whatever their counts; then the most frequent.
 */
export function offeredFacets(
  kind: FacetKind,
  page: Pick<KnowledgePage, 'states' | 'sources'> | undefined,
  codes: readonly string[],
): readonly Facet[] {
  const all = page === undefined ? [] : kind === 'state' ? page.states : page.sources
  const found = all.filter(({ value }) => fitsAddress(kind, value))
  const missing = chosenValues(kind, codes).filter((value) => !found.some((facet) => facet.value === value))
  const known = knownValues[kind]
  const place = ({ value }: Facet) => (value !== null && known.includes(value) ? known.indexOf(value) : known.length)
  return [...found, ...missing.map((value) => ({ value, count: page === undefined ? null : 0 }))].toSorted(
    (one, other) => place(one) - place(other) || (other.count ?? 0) - (one.count ?? 0),
  )
}
