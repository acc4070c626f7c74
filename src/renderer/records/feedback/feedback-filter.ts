// The filters of feedback, in the list and in details, and their form in an address.
import type { FeedbackFacets, FeedbackFilter, FeedbackRow } from '../../../contract/features/feedback'
import { sentimentWord, sentimentWords } from '../../../contract/features/sentiment'
import { locale } from '../../../contract/locale'
import { valuesIn } from '../../navigation/address-params'

export const noFilter: FeedbackFilter = { sources: [], sentiments: [], months: [] }

/** In an address: feedback without a sentiment. */
const absent = '-'

/** Parameter of each filter. */
export const filterNames = { sources: 'source', sentiments: 'sentiment', months: 'month' } as const

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

export function readFilter(params: URLSearchParams): FeedbackFilter {
  return {
    sources: valuesIn(params, filterNames.sources),
    sentiments: valuesIn(params, filterNames.sentiments).map((text) => (text === absent ? null : text)),
    months: valuesIn(params, filterNames.months).filter(isMonth),
  }
}

export function writeFilter({ sources, sentiments, months }: FeedbackFilter): (readonly [string, string])[] {
  return [
    ...sources.map((value) => [filterNames.sources, value] as const),
    ...sentiments.map((value) => [filterNames.sentiments, value ?? absent] as const),
    ...months.map((value) => [filterNames.months, value] as const),
  ]
}

interface Offered<Value> {
  readonly value: Value
  readonly count: number
}

/** Always the three sentiments of the service, in their order; others where they occur or are chosen. */
export function offeredSentiments(
  facets: FeedbackFacets,
  chosen: FeedbackFilter['sentiments'],
): Offered<string | null>[] {
  const counts = new Map(facets.sentiments.map(({ value, count }) => [value, count]))
  const others = [...counts.keys(), ...chosen].filter((value) => !sentimentWords.some((word) => word === value))
  return [...new Set([...sentimentWords, ...others])].map((value) => ({ value, count: counts.get(value) ?? 0 }))
}

/** Most frequent sources first; a chosen one that does not occur stays, so that it can be removed. */
export function offeredSources({ sources }: FeedbackFacets, chosen: readonly string[]): Offered<string>[] {
  const found = sources.flatMap(({ value, count }) => (value === null ? [] : [{ value, count }]))
  const missing = chosen.filter((value) => !found.some((each) => each.value === value))
  return [...found, ...missing.map((value) => ({ value, count: 0 }))]
}

const mostMonths = 24

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
const monthText = (number: number) =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`

/** Every month from the first to the last with feedback, at most the last `most`; months without any have 0. */
export function shownMonths({ months }: FeedbackFacets, most = mostMonths): Offered<string>[] {
  const counts = new Map(
    months.flatMap(({ value, count }) => (value === null || !isMonth(value) ? [] : [[monthNumber(value), count]])),
  )
  if (counts.size === 0) return []
  const last = Math.max(...counts.keys())
  const first = Math.max(Math.min(...counts.keys()), last - most + 1)
  return Array.from({ length: last - first + 1 }, (_, place) => ({
    value: monthText(first + place),
    count: counts.get(first + place) ?? 0,
  }))
}

// Months of the calendar, so the computer's time zone doesn't matter.
const names = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortNames = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
/** Also for the year 1, which some services give a date that they do not have. */
function dateOf(month: string): Date {
  const date = new Date(0)
  date.setUTCFullYear(Number(month.slice(0, 4)), Number(month.slice(5)) - 1)
  return date
}

/** "July 2026". */
export const monthName = (month: string) => names.format(dateOf(month))
export const shortMonthName = (month: string) => shortNames.format(dateOf(month))

type Piece = Pick<FeedbackRow, 'source' | 'sentimentCategory' | 'sentimentScore' | 'createdAt'>

/** The month as the service wrote it, like in the library. */
const monthOf = ({ createdAt }: Piece) => createdAt.slice(0, 7)

/** Filters and counts as the library does, for a list that is here already. */
export function filterPieces<P extends Piece>(
  pieces: readonly P[],
  filter: FeedbackFilter,
): { rows: P[]; facets: FeedbackFacets } {
  const hasSource = ({ source }: P) => filter.sources.length === 0 || filter.sources.includes(source)
  const hasMood = (piece: P) => filter.sentiments.length === 0 || filter.sentiments.includes(sentimentWord(piece))
  const hasMonth = (piece: P) => filter.months.length === 0 || filter.months.includes(monthOf(piece))
  const counted = <Value extends string | null>(values: readonly Value[]) =>
    [...new Set(values)]
      .map((value) => ({ value, count: values.filter((other) => other === value).length }))
      .sort((a, b) => b.count - a.count)
  return {
    rows: pieces.filter((piece) => hasSource(piece) && hasMood(piece) && hasMonth(piece)),
    facets: {
      sources: counted(pieces.filter((piece) => hasMood(piece) && hasMonth(piece)).map(({ source }) => source)),
      sentiments: counted(pieces.filter((piece) => hasSource(piece) && hasMonth(piece)).map(sentimentWord)),
      months: counted(pieces.filter((piece) => hasSource(piece) && hasMood(piece)).map(monthOf)),
    },
  }
}
