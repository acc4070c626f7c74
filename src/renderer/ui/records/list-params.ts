// A list's search and order as a query string, so that a link, the Back key and a restart bring the same list. The query
// string may come from anywhere: each part is checked alone, and what cannot be used counts as not given.
import type { RelatedTo } from '../../../contract/features/listing'
import type { Sort } from '../table/columns'
import { readRelated, relatedText } from './related-to'

export interface ListSearch<Id extends string> {
  readonly text: string
  /** Empty = all. */
  readonly statuses: string[]
  readonly relatedTo: RelatedTo | null
  readonly sort: Sort<Id>
}

export interface ListShape<Id extends string> {
  readonly columns: readonly Id[]
  readonly defaultSort: Sort<Id>
}

const longestText = 500
const longestStatus = 100
const mostStatuses = 20

function readSort<Id extends string>(text: string, { columns, defaultSort }: ListShape<Id>): Sort<Id> {
  const isDescending = text.startsWith('-')
  const name = isDescending ? text.slice(1) : text
  const column = columns.find((each) => each === name)
  return column === undefined ? defaultSort : { column, direction: isDescending ? 'descending' : 'ascending' }
}

export function readList<Id extends string>(params: URLSearchParams, shape: ListShape<Id>): ListSearch<Id> {
  const text = params.get('q') ?? ''
  const statuses = params.getAll('status').filter((status) => status !== '' && status.length <= longestStatus)
  return {
    text: text.length > longestText ? '' : text,
    statuses: [...new Set(statuses)].slice(0, mostStatuses),
    relatedTo: readRelated(params.get('related')),
    sort: readSort(params.get('sort') ?? '', shape),
  }
}

/** The query string of a search: only what differs from the plain list; other parameters of `params` are kept. */
export function writeList<Id extends string>(
  { text, statuses, relatedTo, sort }: ListSearch<Id>,
  { defaultSort }: ListShape<Id>,
  params: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['q', 'status', 'related', 'sort']) next.delete(name)
  if (text !== '') next.set('q', text)
  for (const status of statuses) next.append('status', status)
  if (relatedTo !== null) next.set('related', relatedText(relatedTo))
  if (sort.column !== defaultSort.column || sort.direction !== defaultSort.direction) {
    next.set('sort', sort.direction === 'descending' ? `-${sort.column}` : sort.column)
  }
  return next
}

/** By more than words. */
export function hasFilters({ statuses, relatedTo }: ListSearch<string>): boolean {
  return statuses.length > 0 || relatedTo !== null
}

export function isNarrowed(search: ListSearch<string>): boolean {
  return search.text.trim() !== '' || hasFilters(search)
}
