// Takes records that no longer exist out of the selection: the service would refuse a deleted goal along with the others.
import { useEffect, useEffectEvent } from 'react'
import type { TriagedKind } from '../../contract/features/triage'
import type { WorkspaceRef } from '../../contract/workspace'
import { workspaceKey } from '../../contract/workspace-key'
import { client, onEvent } from '../client/bridge'
import type { Selection } from './use-selection'

interface PruneOptions<Row> {
  readonly workspace: WorkspaceRef
  /** undefined: changes, of which one that is gone can be marked as reviewed all the same. */
  readonly kind: TriagedKind | undefined
  /** Named by main's pushes when records of the list change. */
  readonly feature: string
  readonly selection: Selection<Row>
}

/**
 * Asks the library once for each push, and for a selection that was brought along: a record that was just selected exists.
 * Not a query of the cache, whose key would be thousands of ids, worked out again at every rendering.
 */
export function usePruneSelection<Row extends { readonly id: string }>(options: PruneOptions<Row>): void {
  const { workspace, kind, feature, selection } = options
  const place = workspaceKey(workspace)
  const prune = useEffectEvent(async () => {
    if (kind === undefined || selection.size === 0) return
    const ids = selection.rows.map(({ id }) => id)
    try {
      const existing = new Set(await client.triage.existing({ workspace, kind, ids }))
      selection.drop(ids.filter((id) => !existing.has(id)))
    } catch {
      // The next push asks again, and the service refuses what is gone.
    }
  })
  useEffect(() => {
    void prune()
    return onEvent('library.changed', ({ workspace: changed, features }) => {
      if (workspaceKey(changed) === place && features.some((each) => each === feature)) void prune()
    })
  }, [place, feature])
}
