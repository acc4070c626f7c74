// The search of a list, for saving it under a name.
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import type { SavedFilter } from '../../../contract/features/saved-views'
import { type PlainSearch, type SearchShape, savedAddress } from '../list-search'
import type { RecordKind } from '../record-kind'
import { listTexts } from '../record-words'
import type { PageQuery, PageRange } from '../use-record-rows'

export interface Saving {
  /** Why the search can't be saved; null: it can. */
  readonly disabledReason: string | null
  /** The saved form of the search on screen; compared with `addressOf` of a saved one. */
  readonly address: string
  readonly addressOf: (saved: string) => string
  /** Returns a `SavedFilter`, to be parsed. */
  readonly readFilter: () => unknown
}

interface SavingOptions<Search extends PlainSearch> {
  readonly kind: RecordKind
  readonly shape: SearchShape<Search>
  readonly readPage: (search: Search & PageRange) => PageQuery<unknown>
  readonly written: Search
}

const savedLists: Readonly<Record<SavedFilter['list'], true>> = {
  insights: true,
  news: true,
  opportunities: true,
  goals: true,
  solutions: true,
  feedback: true,
  knowledge: true,
}

/** The input of the list's query without its order and page. */
function filterOf({ kind, readPage, written }: Omit<SavingOptions<PlainSearch>, 'shape'>): unknown {
  const [, , input] = readPage({ ...written, offset: 0, limit: 1 }).queryKey
  const { workspace: _, sort: __, offset: ___, limit: ____, ...filter } = input as Record<string, unknown>
  return { list: kind.path.slice(1), ...filter }
}

export function useSaving<Search extends PlainSearch>(options: SavingOptions<Search>): Saving | null {
  const { kind, shape, written } = options
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const readFilter = useCallback(() => filterOf(latest.current as unknown as SavingOptions<PlainSearch>), [])
  const saving = useMemo(
    () => ({
      // Only the last selections are kept, so the view would become empty.
      disabledReason: 'picked' in written && written.picked !== undefined ? listTexts.selectionNotSaved : null,
      address: savedAddress(shape, written),
      addressOf: (saved: string) => savedAddress(shape, shape.read(new URLSearchParams(saved))),
      readFilter,
    }),
    [shape, written, readFilter],
  )
  return Object.hasOwn(savedLists, kind.path.slice(1)) ? saving : null
}
