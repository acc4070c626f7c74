// The list's filters and order as a query string, so that a link, the Back key and a restart bring the same list. The
// query string may come from anywhere: each part is checked alone, and what cannot be used counts as not given.
import { z } from 'zod'
import { InsightColumn, InsightFilter, type InsightSort } from '../../../contract/features/insights'
import { InsightType } from '../../../contract/resources/insight'
import { readRelated, relatedText } from '../../ui/records/related-to'

export interface Search {
  readonly filter: InsightFilter
  readonly sort: InsightSort
}

export const defaultSort: InsightSort = { column: 'updatedAt', direction: 'descending' }

const noFilter: InsightFilter = InsightFilter.parse({})

const score = z.string().trim().min(1).transform(Number).pipe(z.number().min(0)).nullable().catch(null)

/** A column name, with a minus before it for descending. */
const sort = z
  .templateLiteral([z.enum(['', '-']), InsightColumn])
  .transform((text): InsightSort => {
    const isDescending = text.startsWith('-')
    // The template made sure that a column follows the sign.
    const column = (isDescending ? text.slice(1) : text) as InsightColumn
    return { column, direction: isDescending ? 'descending' : 'ascending' }
  })
  .catch(defaultSort)

const Parts = z.object({
  q: InsightFilter.shape.text.catch(''),
  type: z.array(z.string()).transform((names) => InsightType.options.filter((type) => names.includes(type))),
  seen: InsightFilter.shape.seen.catch('any'),
  opportunity: InsightFilter.shape.opportunity.catch('any'),
  min: score,
  max: score,
  related: z.string().nullable().transform(readRelated),
  sort,
})

export function readSearch(params: URLSearchParams): Search {
  const text = (name: string) => params.get(name) ?? undefined
  const parts = Parts.parse({
    q: text('q'),
    type: params.getAll('type'),
    seen: text('seen'),
    opportunity: text('opportunity'),
    min: params.get('min'),
    max: params.get('max'),
    related: params.get('related'),
    sort: text('sort'),
  })
  return {
    filter: {
      text: parts.q,
      types: parts.type,
      seen: parts.seen,
      opportunity: parts.opportunity,
      minScore: parts.min,
      maxScore: parts.max,
      relatedTo: parts.related,
    },
    sort: parts.sort,
  }
}

/** The query string of a search: only what differs from the plain list; other parameters of `params` are kept. */
export function writeSearch({ filter, sort: { column, direction } }: Search, params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of Object.keys(Parts.shape)) next.delete(name)
  if (filter.text !== '') next.set('q', filter.text)
  for (const type of filter.types) next.append('type', type)
  if (filter.seen !== 'any') next.set('seen', filter.seen)
  if (filter.opportunity !== 'any') next.set('opportunity', filter.opportunity)
  if (filter.minScore !== null) next.set('min', String(filter.minScore))
  if (filter.maxScore !== null) next.set('max', String(filter.maxScore))
  if (filter.relatedTo !== null) next.set('related', relatedText(filter.relatedTo))
  if (column !== defaultSort.column || direction !== defaultSort.direction) {
    next.set('sort', direction === 'descending' ? `-${column}` : column)
  }
  return next
}

export function withoutFilter({ sort: kept }: Search): Search {
  return { filter: noFilter, sort: kept }
}

/** Its words alone. */
export function withoutChips({ filter: { text }, sort: kept }: Search): Search {
  return { filter: { ...noFilter, text }, sort: kept }
}

export function isFiltered({ filter }: Search): boolean {
  return JSON.stringify({ ...noFilter, ...filter, text: filter.text.trim() }) !== JSON.stringify(noFilter)
}
