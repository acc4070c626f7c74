// A list's search and order: kept in the address, except for the text while it is typed. A change of the address makes
// the router draw the page anew, which is too slow for each key; so what is typed counts at once and is written to the
// address when the person pauses.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { isLeavingNow } from '../../app/leaving'
import type { Sort } from '../table/columns'
import { isNarrowed, type ListSearch, type ListShape, readList, writeList } from './list-params'

const pauseMs = 250
const longestText = 500

export interface ListParams<Id extends string> extends ListSearch<Id> {
  readonly isNarrowed: boolean
  readonly setText: (text: string) => void
  readonly toggleStatus: (status: string) => void
  readonly clearRelated: () => void
  /** A column that the list cannot be sorted by changes nothing. */
  readonly setSort: (sort: Sort) => void
  readonly clear: () => void
}

export function useListParams<Id extends string>(shape: ListShape<Id>): ListParams<Id> {
  const [params, setParams] = useSearchParams()
  // Writing to the address would call back a person who is on the way to another view.
  const isLeaving = useNavigation().state !== 'idle'
  const [typed, setTyped] = useState<string | null>(null)
  const written = useMemo(() => readList(params, shape), [params, shape])
  const search = useMemo(() => (typed === null ? written : { ...written, text: typed }), [written, typed])

  /** Written to the address, which says so only when the page is drawn anew; null = the address is up to date. */
  const onItsWay = useRef<string | null>(null)
  const drawn = useRef(written)
  const latest = useRef({ search, setParams })
  useEffect(() => {
    latest.current = { search, setParams }
  })

  const change = useCallback(
    (changes: Partial<ListSearch<Id>>) => {
      const next = { ...latest.current.search, ...changes }
      onItsWay.current = next.text
      latest.current.setParams((before) => writeList(next, shape, before), { replace: true })
    },
    [shape],
  )

  useEffect(() => {
    if (drawn.current !== written || onItsWay.current === written.text) onItsWay.current = null
    drawn.current = written
    if (typed === null || isLeaving) return
    if (typed === written.text && onItsWay.current === null) {
      setTyped(null)
      return
    }
    const timer = setTimeout(() => !isLeavingNow() && change({}), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, isLeaving, written, change])

  return {
    ...search,
    isNarrowed: isNarrowed(search),
    setText: (text) => setTyped(text.slice(0, longestText)),
    toggleStatus: (status) =>
      change({
        statuses: search.statuses.includes(status)
          ? search.statuses.filter((other) => other !== status)
          : [...search.statuses, status],
      }),
    clearRelated: () => change({ relatedTo: null }),
    setSort: ({ column, direction }) => {
      const known = shape.columns.find((each) => each === column)
      if (known !== undefined) change({ sort: { column: known, direction } })
    },
    clear: () => {
      setTyped('')
      change({ text: '', statuses: [], relatedTo: null })
    },
  }
}
