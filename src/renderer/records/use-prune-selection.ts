// What is gone cannot stay selected: a goal that is deleted here or elsewhere would be sent along with the others, and
// the service refuses them all. A row that only left the search, or is not held, is not gone: so while anything is
// selected the list is also read whole and without its filters, and what one such reading had and the next has no more
// is gone. Where a list is longer than what can be selected, that would be too much to read; there the selection stays.
import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { AppError } from '../../contract/errors'
import { keptMs, largestPage, type PageQuery, type PageRange, type RecordPage } from './use-record-rows'
import { mostSelected } from './use-selection'

interface PruneOptions<Row> {
  readonly isOn: boolean
  /** How many rows the list has without its filters. */
  readonly all: number
  /** A part of the list without its filters. */
  readonly readPage: (range: PageRange) => PageQuery<Row>
  readonly onGone: (ids: readonly string[]) => void
}

/** All ids of the list; null while a part is missing or parts were read before and after a change. */
function idsOf(pages: readonly (RecordPage<{ readonly id: string }> | undefined)[]): ReadonlySet<string> | null {
  const ids = new Set(pages.flatMap((page) => page?.rows.map(({ id }) => id) ?? []))
  return pages.length > 0 && pages.every((page) => page?.total === ids.size) ? ids : null
}

export function usePruneSelection<Row extends { readonly id: string }>(options: PruneOptions<Row>): void {
  const { isOn, all, readPage, onGone } = options
  const parts = isOn && all <= mostSelected ? Math.ceil(all / largestPage) : 0
  const results = useQueries({
    queries: Array.from({ length: parts }, (_, part) => ({
      // The key's tag tells what the answer is, as in the rows.
      ...(readPage({ offset: part * largestPage, limit: largestPage }) as UseQueryOptions<RecordPage<Row>, AppError>),
      gcTime: keptMs,
    })),
  })
  const before = useRef<ReadonlySet<string> | null>(null)
  const isSettled = results.every(({ isFetching }) => !isFetching)
  const read = isSettled ? results.map(({ dataUpdatedAt }) => dataUpdatedAt).join() : null
  const latest = useRef({ results, onGone })
  useLayoutEffect(() => {
    latest.current = { results, onGone }
  })
  useEffect(() => {
    if (!isOn) before.current = null
    const now = isOn && read !== null ? idsOf(latest.current.results.map(({ data }) => data)) : null
    if (now === null) return
    const gone = [...(before.current ?? [])].filter((id) => !now.has(id))
    before.current = now
    if (gone.length > 0) latest.current.onGone(gone)
  }, [isOn, read])
}
