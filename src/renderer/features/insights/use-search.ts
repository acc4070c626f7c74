// The list's filters and order: kept in the address, except for the text while it is typed. A change of the address
// makes the router draw the page anew, which is too slow for each key; so what is typed counts at once and is written
// to the address when the person pauses.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { isLeavingNow } from '../../app/leaving'
import { isFiltered, readSearch, type Search, withoutFilter, writeSearch } from './search-params'

const pauseMs = 250

export interface SearchState extends Search {
  readonly isFiltered: boolean
  /** The filters without the text, which is not up to date here; the same object while one types. */
  readonly chips: Omit<Search['filter'], 'text'>
  readonly setText: (text: string) => void
  readonly change: (changes: Partial<Search['filter']>) => void
  readonly setSort: (sort: Search['sort']) => void
  readonly clear: () => void
}

export function useSearch(): SearchState {
  const [params, setParams] = useSearchParams()
  // Writing to the address would call back a person who is on the way to another view.
  const isLeaving = useNavigation().state !== 'idle'
  const [typed, setTyped] = useState<string | null>(null)
  const written = useMemo(() => readSearch(params), [params])
  const { filter, sort } = useMemo(
    () => (typed === null ? written : { ...written, filter: { ...written.filter, text: typed } }),
    [written, typed],
  )

  /** Written to the address, which says so only when the page is drawn anew; null = the address is up to date. */
  const onItsWay = useRef<string | null>(null)
  const drawn = useRef(written)
  const latest = useRef({ filter, sort, setParams })
  useEffect(() => {
    latest.current = { filter, sort, setParams }
  })

  const write = useCallback((search: Search) => {
    onItsWay.current = search.filter.text
    latest.current.setParams((before) => writeSearch(search, before), { replace: true })
  }, [])

  useEffect(() => {
    if (drawn.current !== written || onItsWay.current === written.filter.text) onItsWay.current = null
    drawn.current = written
    if (typed === null || isLeaving) return
    if (typed === written.filter.text && onItsWay.current === null) {
      // What is typed in the same moment comes first in the queue, and must not be thrown away with it.
      setTyped((now) => (now === written.filter.text ? null : now))
      return
    }
    const timer = setTimeout(() => !isLeavingNow() && write(latest.current), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, isLeaving, written, write])

  return {
    filter,
    sort,
    isFiltered: isFiltered({ filter, sort }),
    chips: written.filter,
    setText: useCallback((text) => setTyped(text.slice(0, 500)), []),
    change: useCallback(
      (changes) => {
        const { filter: now, sort: order } = latest.current
        write({ filter: { ...now, ...changes }, sort: order })
      },
      [write],
    ),
    setSort: useCallback((next) => write({ filter: latest.current.filter, sort: next }), [write]),
    clear: useCallback(() => {
      setTyped('')
      write(withoutFilter(latest.current))
    }, [write]),
  }
}
