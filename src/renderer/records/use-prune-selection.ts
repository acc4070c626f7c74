// Takes records that no longer exist out of the selection: the service would refuse a deleted goal along with the others.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { TriagedKind } from '../../contract/features/triage'
import type { WorkspaceRef } from '../../contract/workspace'
import { queryOptionsFor } from '../client/queries'
import type { RecordRows } from './use-record-rows'
import type { Selection } from './use-selection'

interface PruneOptions<Row> {
  readonly workspace: WorkspaceRef
  /** undefined: changes, of which one that is gone can be marked as reviewed all the same. */
  readonly kind: TriagedKind | undefined
  readonly rows: RecordRows<Row> | null
  readonly selection: Selection<Row>
}

export function usePruneSelection<Row extends { readonly id: string }>(options: PruneOptions<Row>): void {
  const { workspace, kind, rows, selection } = options
  const held = [...(rows?.pages.values() ?? [])].flat().filter(({ id }) => selection.isSelected(id))
  // All of them, so that the question stays the same while the list scrolls.
  const ids = useMemo(() => selection.rows.map(({ id }) => id), [selection.rows])
  const { data: existing } = useQuery({
    ...queryOptionsFor('triage', 'existing', { workspace, kind: kind ?? 'insight', ids: [...ids] }),
    // Records on the pages around the screen exist.
    enabled: kind !== undefined && held.length < selection.size,
    gcTime: 0,
  })
  const prune = useEffectEvent((known: readonly string[]) => {
    const there = new Set(known)
    selection.drop(ids.filter((id) => !there.has(id)))
  })
  useEffect(() => {
    if (existing) prune(existing)
  }, [existing])
}
