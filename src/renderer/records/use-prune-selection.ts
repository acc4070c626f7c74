// Takes rows that no longer exist out of the selection: the service would refuse a deleted goal along with the others. A
// selected row on the pages around the screen exists. The ids of the list are read without its filters only for rows beyond
// those pages, as after a search. A list longer than the limit of a selection is not read, so its selection stays.
import { type QueryFunction, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { largestPage, type PageQuery, type PageRange, type RecordPage, type RecordRows } from './use-record-rows'
import { mostSelected, type Selection } from './use-selection'

interface PruneOptions<Row> {
  readonly rows: RecordRows<Row> | null
  readonly selection: Selection<Row>
  /** A part of the list without its filters. */
  readonly readPage: (range: PageRange) => PageQuery<Row>
}

export function usePruneSelection<Row extends { readonly id: string }>(options: PruneOptions<Row>): void {
  const { rows, selection, readPage } = options
  const held = [...(rows?.pages.values() ?? [])].flat().filter(({ id }) => selection.isSelected(id))
  const { data: ids } = useQuery({
    queryKey: [...readPage({ offset: 0, limit: largestPage }).queryKey, 'ids'],
    queryFn: async (context): Promise<ReadonlySet<string> | null> => {
      const found = new Set<string>()
      let total = 1
      for (let offset = 0; offset < total; offset += largestPage) {
        const { queryFn } = readPage({ offset, limit: largestPage }) as { queryFn?: QueryFunction<RecordPage<Row>> }
        const page = await queryFn?.(context)
        total = page?.total ?? 0
        for (const { id } of page?.rows ?? []) found.add(id)
      }
      // With another size, the list changed between two parts, and is read again.
      return found.size === total ? found : null
    },
    enabled: held.length < selection.size && (rows?.counts.all ?? 0) <= mostSelected,
    gcTime: 0,
  })
  const prune = useEffectEvent((existing: ReadonlySet<string>) => {
    selection.drop(selection.rows.map(({ id }) => id).filter((id) => !existing.has(id)))
  })
  useEffect(() => {
    if (ids) prune(ids)
  }, [ids])
}
