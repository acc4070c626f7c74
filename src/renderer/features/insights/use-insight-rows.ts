// The rows around the screen. Only the pages that the screen touches are held, so 100,000 insights take no more room
// than 100. While an answer for another search or order is on its way, the rows of the last one stay.
import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../contract/errors'
import type { InsightPage, InsightRow } from '../../../contract/features/insights'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOf } from '../../client/queries'
import type { Search } from './search-params'

const pageSize = 100
/** Rows before and after the screen that are read ahead. */
const aheadRows = 25
/** How long a page that was scrolled away is kept. */
const keptMs = 15_000

interface Shown {
  /** Which search the rows answer. */
  readonly key: string
  readonly counts: Pick<InsightPage, 'total' | 'all' | 'unseen'>
  readonly pages: ReadonlyMap<number, readonly InsightRow[]>
}

export interface InsightRows extends Shown {
  readonly rowAt: (index: number) => InsightRow | undefined
  /** Place of an insight among the rows that are held, or -1. */
  readonly indexOf: (id: string) => number
}

interface InsightRowsState {
  /** null until the first answer. */
  readonly rows: InsightRows | null
  readonly error: AppError | null
  readonly retry: () => void
  readonly onRange: (first: number, last: number) => void
}

const firstPages = { first: 0, last: 0 }

function findIndex({ pages }: Shown, id: string): number {
  for (const [page, rows] of pages) {
    const place = rows.findIndex((row) => row.id === id)
    if (place >= 0) return page * pageSize + place
  }
  return -1
}

export function useInsightRows(workspace: WorkspaceRef, { filter, sort }: Search): InsightRowsState {
  const key = JSON.stringify([filter, sort])
  const [range, setRange] = useState({ key, ...firstPages })
  // Another search begins at its top, so its first page is asked for at once, wherever the screen is now.
  const { first, last } = range.key === key ? range : firstPages

  const numbers = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  const results = useQueries({
    queries: numbers.map((number) => ({
      ...queryOf('insights', 'query', { workspace, filter, sort, offset: number * pageSize, limit: pageSize }),
      gcTime: keptMs,
    })),
  })

  const pages = new Map<number, readonly InsightRow[]>()
  let counts: InsightPage | undefined
  for (const [place, number] of numbers.entries()) {
    const page = results[place]?.data
    if (page === undefined) continue
    counts ??= page
    pages.set(number, page.rows)
  }
  const current: Shown | null = counts === undefined ? null : { key, counts, pages }

  const previous = useRef<Shown | null>(null)
  useEffect(() => {
    if (current !== null) previous.current = current
  })
  const shown = current ?? previous.current

  const error = results.find((result) => result.error !== null)?.error ?? null
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
    },
    error: current === null ? error : null,
    retry: () => {
      for (const result of results) void result.refetch()
    },
    onRange,
  }
}
