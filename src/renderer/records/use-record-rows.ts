// The rows around the screen. Only the pages that the screen touches are held, so thousands of records take no more room
// than a hundred. While an answer for another search or order is on its way, the rows of the last one stay.
import { type DataTag, type QueryKey, type UseQueryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AppError } from '../../contract/errors'
import type { ForgivenWord } from '../../contract/features/search'

export const pageSize = 100
/** Rows before and after the screen that are read ahead. */
const aheadRows = 25
/** The largest page that main gives. */
export const largestPage = 500
/** How long a page that was scrolled away is kept. */
const keptMs = 15_000

export interface RecordPage<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly all: number
  readonly forgiven?: readonly ForgivenWord[] | undefined
}

/** The result of `queryOptionsFor` for a list; the answer may hold more than rows and counts. */
export interface PageQuery<Row> {
  readonly queryKey: DataTag<QueryKey, RecordPage<Row>, AppError>
}

export type PageOptions<Row> = UseQueryOptions<RecordPage<Row>, AppError>

/** The wanted part of a list. */
export interface PageRange {
  readonly offset: number
  readonly limit: number
}

interface Shown<Row> {
  /** Tells which search the rows answer. */
  readonly key: string
  readonly counts: Omit<RecordPage<Row>, 'rows'>
  readonly pages: ReadonlyMap<number, readonly Row[]>
}

export interface RecordRows<Row> extends Shown<Row> {
  readonly rowAt: (index: number) => Row | undefined
  /** Place of a record among the rows that are held, or -1. */
  readonly indexOf: (id: string) => number
  /** Whether all rows of the list are held. */
  readonly isWhole: boolean
}

export interface RecordRowsState<Row> {
  /** null until the first answer. */
  readonly rows: RecordRows<Row> | null
  /** Whether the rows answer an earlier search: the answer to this one is on its way, or failed. */
  readonly isBehind: boolean
  /** Why rows are missing: all of them, or those of one page. */
  readonly error: AppError | null
  readonly retry: () => void
  readonly onRange: (first: number, last: number) => void
  /** Reads rows of the current list, held or not, from one on; at most this many. Rejects with an AppError. */
  readonly readAll: (most: number, from?: number) => Promise<readonly Row[]>
}

const firstPages = { first: 0, last: 0 }

function findIndex<Row extends { readonly id: string }>({ pages }: Shown<Row>, id: string): number {
  for (const [page, rows] of pages) {
    const place = rows.findIndex((row) => row.id === id)
    if (place >= 0) return page * pageSize + place
  }
  return -1
}

/** The key's tag has the type of the answer; the query library's own type takes no answer that holds more. */
function pageOf<Row>(query: PageQuery<Row>): PageOptions<Row> {
  return { ...(query as PageOptions<Row>), gcTime: keptMs }
}

/** The first read of a list. */
export function firstPageOf<Row>(readPage: (range: PageRange) => PageQuery<Row>): PageOptions<Row> {
  return pageOf(readPage({ offset: 0, limit: pageSize }))
}

/** @param key tells one search from another; `readPage` asks for a part of it. */
export function useRecordRows<Row extends { readonly id: string }>(
  key: string,
  readPage: (range: PageRange) => PageQuery<Row>,
): RecordRowsState<Row> {
  const queryClient = useQueryClient()
  const [range, setRange] = useState({ key, ...firstPages })
  // Another search begins at its top, so its first page is read at once, whatever the screen shows now.
  const { first, last } = range.key === key ? range : firstPages

  const partOf = (part: PageRange) => pageOf(readPage(part))

  const numbers = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  const results = useQueries({
    queries: numbers.map((number) => partOf({ offset: number * pageSize, limit: pageSize })),
  })

  const pages = new Map<number, readonly Row[]>()
  let counts: RecordPage<Row> | undefined
  for (const [place, number] of numbers.entries()) {
    const page = results[place]?.data
    if (page === undefined) continue
    counts ??= page
    pages.set(number, page.rows)
  }
  const current: Shown<Row> | null = counts === undefined ? null : { key, counts, pages }

  const previous = useRef<Shown<Row> | null>(null)
  useEffect(() => {
    if (current !== null) previous.current = current
  })
  const shown = current ?? previous.current
  const error = results.find((result) => result.data === undefined && result.error !== null)?.error ?? null

  const onRange = useCallback(
    (firstRow: number, lastRow: number) => {
      const next = {
        key,
        first: Math.floor(Math.max(0, firstRow - aheadRows) / pageSize),
        last: Math.floor((lastRow + aheadRows) / pageSize),
      }
      setRange((before) =>
        before.key === key && before.first === next.first && before.last === next.last ? before : next,
      )
    },
    [key],
  )

  return {
    rows: shown && {
      ...shown,
      rowAt: (index) => shown.pages.get(Math.floor(index / pageSize))?.[index % pageSize],
      indexOf: (id) => findIndex(shown, id),
      isWhole: [...shown.pages.values()].reduce((held, page) => held + page.length, 0) >= shown.counts.total,
    },
    isBehind: shown !== null && shown.key !== key,
    error,
    retry: () => {
      for (const result of results) void result.refetch()
    },
    onRange,
    readAll: async (most, from = 0) => {
      const read: Row[] = []
      let total = from + most
      while (read.length < Math.min(total - from, most)) {
        const limit = Math.min(largestPage, most - read.length)
        const page = await queryClient.fetchQuery(partOf({ offset: from + read.length, limit }))
        read.push(...page.rows)
        total = page.rows.length === 0 ? 0 : page.total
      }
      return read
    },
  }
}
