// A list's search, filters and order as a query string, so that a link, the Back key and a restart bring the same list.
// The query string may come from anywhere: each part is checked alone, and a part that cannot be read counts as not given.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import type { RelatedTo } from '../../contract/features/listing'
import { valuesIn } from '../navigation/address-params'
import { isLeavingNow, paramsNow } from '../ui/current-location'
import { readRelated, relatedText } from './record-kind'
import type { Sort } from './table/columns'

/** The parts of the search of every list. */
export interface PlainSearch<Id extends string = string> {
  readonly text: string
  readonly relatedTo: RelatedTo | null
  readonly sort: Sort<Id>
}

export interface ListSearch<Id extends string = string> extends PlainSearch<Id> {
  /** Empty = all. */
  readonly statuses: string[]
}

interface Address<Search> {
  readonly read: (params: URLSearchParams) => Search
  /** Writes only the difference from the plain list; other parameters of `params` are kept. */
  readonly write: (search: Search, params: URLSearchParams) => URLSearchParams
}

/** The form of a search in an address; the same object at every rendering. */
export interface SearchShape<Search extends PlainSearch> extends Address<Search> {
  /** No words, no filters, the first order. */
  readonly plain: Search
  readonly columns: readonly string[]
}

interface ShapeOptions<Id extends string, Filters> {
  readonly columns: readonly Id[]
  readonly defaultSort: Sort<Id>
  /** Parameters of the filters other than words and relation. */
  readonly names: readonly string[]
  readonly read: (params: URLSearchParams) => Filters
  readonly write: (filters: Filters) => readonly (readonly [name: string, value: string])[]
}

/** In an address: the person chose this order for the search, in place of the best match first. */
const ownOrder = 'sorted'

const longestText = 500

export function searchShape<Id extends string, Filters>(
  options: ShapeOptions<Id, Filters>,
): SearchShape<Filters & PlainSearch<Id>> {
  const { columns, defaultSort, names } = options
  const readSort = (text: string): Sort<Id> => {
    const isDescending = text.startsWith('-')
    const name = isDescending ? text.slice(1) : text
    const column = columns.find((each) => each === name)
    return column === undefined ? defaultSort : { column, direction: isDescending ? 'descending' : 'ascending' }
  }
  const read = (params: URLSearchParams) => {
    const text = params.get('q') ?? ''
    return {
      ...options.read(params),
      text: text.length > longestText ? '' : text,
      relatedTo: readRelated(params.get('related')),
      sort: { ...readSort(params.get('sort') ?? ''), ...(text !== '' && params.has(ownOrder) && { bestFirst: false }) },
    }
  }
  return {
    columns,
    plain: read(new URLSearchParams()),
    read,
    write: (search, params) => {
      const { text, relatedTo, sort } = search
      const next = new URLSearchParams(params)
      for (const name of ['q', ...names, 'related', 'sort', ownOrder]) next.delete(name)
      if (text !== '') next.set('q', text)
      for (const [name, value] of options.write(search)) next.append(name, value)
      if (relatedTo !== null) next.set('related', relatedText(relatedTo))
      if (sort.column !== defaultSort.column || sort.direction !== defaultSort.direction) {
        next.set('sort', sort.direction === 'descending' ? `-${sort.column}` : sort.column)
      }
      if (text !== '' && sort.bestFirst === false) next.set(ownOrder, '1')
      return next
    },
  }
}

/** The shape of a list with one row of chips. */
export function listShape<Id extends string>(columns: readonly Id[], defaultSort: Sort<Id>) {
  return searchShape({
    columns,
    defaultSort,
    names: ['status'],
    read: (params) => ({ statuses: valuesIn(params, 'status') }),
    write: ({ statuses }) => statuses.map((status) => ['status', status]),
  })
}

/** The form saved under a name: the same text for the same search, with its order also where that is the default one. */
export function savedAddress<Search extends PlainSearch>({ write }: SearchShape<Search>, search: Search): string {
  const params = write(search, new URLSearchParams())
  const { column, direction } = search.sort
  params.set('sort', direction === 'descending' ? `-${column}` : column)
  return params.toString()
}

/** Whether words or filters narrow the list; the order and blanks narrow nothing. */
export function isNarrowed<Search extends PlainSearch>({ plain }: SearchShape<Search>, search: Search): boolean {
  const text = search.text.trim()
  return JSON.stringify({ ...plain, ...search, text, sort: plain.sort }) !== JSON.stringify(plain)
}

export const toggled = <Value>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value]

const pauseMs = 250

export interface AddressNow {
  readonly params: URLSearchParams
  readonly setParams: (change: (before: URLSearchParams) => URLSearchParams, options: { replace: true }) => void
  /** Whether the person is on the way to another view: writing to the address would call them back. */
  readonly isLeaving: boolean
}

/**
 * A change of the address makes the router render the page anew, which is too slow for each key. So typed text counts at
 * once, and is written when the person pauses. Each change builds on the last one written, not on the one shown: the router
 * shows an address a moment later, and a change built on the shown one would bring back a filter just removed.
 */
export function useAddressSearch<Search extends { readonly text: string }>(
  { read, write }: Address<Search>,
  address: AddressNow,
) {
  const { params, isLeaving } = address
  const [typed, setTyped] = useState<string | null>(null)
  const written = useMemo(() => read(params), [read, params])
  const search = useMemo(() => (typed === null ? written : { ...written, text: typed }), [written, typed])

  const typedNow = useRef<string | null>(null)
  /** Searches written and not seen in the address yet; oldest first. */
  const onTheWay = useRef<readonly Search[]>([])
  const latest = useRef({ address, written })
  useEffect(() => {
    latest.current = { address, written }
  })

  const codeOf = useCallback((each: Search) => write(each, new URLSearchParams()).toString(), [write])
  useEffect(() => {
    const arrived = onTheWay.current.findIndex((each) => codeOf(each) === codeOf(written))
    // An address from elsewhere (the Back key, a link) has the last word.
    onTheWay.current = arrived < 0 ? [] : onTheWay.current.slice(arrived + 1)
  }, [written, codeOf])

  const change = useCallback(
    (step: (now: Search) => Partial<Search>) => {
      const base = onTheWay.current.at(-1) ?? latest.current.written
      const now = typedNow.current === null ? base : { ...base, text: typedNow.current }
      const next = { ...now, ...step(now) }
      if (typedNow.current !== null) {
        typedNow.current = next.text
        setTyped(next.text)
      }
      // The address has it already, or will have it: nothing would arrive.
      if (codeOf(next) === codeOf(base)) return
      onTheWay.current = [...onTheWay.current, next]
      latest.current.address.setParams((before) => write(next, paramsNow(before)), { replace: true })
    },
    [write, codeOf],
  )

  const setText = (text: string) => {
    typedNow.current = text.slice(0, longestText)
    setTyped(typedNow.current)
    // A view that is left right afterwards must not come back with the words.
    if (text === '' && !isLeavingNow()) change(() => ({}))
  }

  useEffect(() => {
    if (typed === null || isLeaving) return
    if (typed === written.text) {
      // Text typed in the same moment must not be thrown away with it.
      if (typedNow.current !== typed || onTheWay.current.length > 0) return
      typedNow.current = null
      setTyped(null)
      return
    }
    const timer = setTimeout(() => !isLeavingNow() && change(() => ({})), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, isLeaving, written, change])

  return { search, written, setText, change }
}

/** The search, for parts of a view that know no filters. */
export interface ListControls {
  /** The search with the text as typed. */
  readonly search: PlainSearch
  readonly isNarrowed: boolean
  /** Narrowed by more than words. */
  readonly hasFilters: boolean
  readonly setText: (text: string) => void
  /** Does nothing for a column that the list cannot be sorted by. */
  readonly setSort: (sort: Sort) => void
  /** Removes the filters and keeps the words. */
  readonly dropFilters: () => void
  readonly clear: () => void
}

export interface ListParams<Search extends PlainSearch = ListSearch> extends ListControls {
  readonly search: Search
  /** The search in the address; the same object while one types. */
  readonly written: Search
  /** Does not change the order: see `setSort`. */
  change(step: (now: Search) => Partial<Omit<Search, 'sort'>>): void
}

/** The order during a search, unless another was chosen meanwhile. */
const bestFirst = (sort: Sort): Sort => (sort.bestFirst === false ? sort : { ...sort, bestFirst: true })

/** The search for an address. */
export function searchOf<Search extends PlainSearch>({ read }: SearchShape<Search>, params: URLSearchParams): Search {
  const written = read(params)
  return written.text.trim() === '' ? written : { ...written, sort: bestFirst(written.sort) }
}

export function useListSearch<Search extends PlainSearch>(shape: SearchShape<Search>): ListParams<Search> {
  const [params, setParams] = useSearchParams()
  const isLeaving = useNavigation().state !== 'idle'
  const { search: asWritten, written, setText, change } = useAddressSearch(shape, { params, setParams, isLeaving })
  const sort = useMemo(() => bestFirst(asWritten.sort), [asWritten.sort])
  const isSearching = asWritten.text.trim() !== ''
  const search = useMemo(() => (isSearching ? { ...asWritten, sort } : asWritten), [asWritten, isSearching, sort])
  const steps = useMemo(
    () => ({
      setSort: (sort: Sort) => {
        const { column, direction, bestFirst = false } = sort
        const isChosen = (text: string) => !bestFirst && text.trim() !== ''
        if (!shape.columns.includes(column)) return
        change((now) => {
          const next: Sort = { column, direction, ...(isChosen(now.text) && { bestFirst: false }) }
          return { ...now, sort: next }
        })
      },
      dropFilters: () => change(({ text, sort }) => ({ ...shape.plain, text, sort })),
      clear: () => change(({ sort }) => ({ ...shape.plain, sort })),
    }),
    [change, shape],
  )
  const hasFilters = isNarrowed(shape, { ...search, text: '' })
  return { search, written, isNarrowed: isNarrowed(shape, search), hasFilters, setText, change, ...steps }
}
