// Metrics: the register is in the library, linking goes through the changes.
import type { Emit } from '../../contract/events'
import type { LibraryApi } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Changes } from '../changes/changes'
import type { Handlers } from '../ipc/handlers'

export interface MetricsDeps {
  readonly library: Pick<LibraryApi, 'listMetrics' | 'saveMetric' | 'removeMetric'>
  readonly changes: Pick<Changes, 'relateMetric'>
  readonly emit: Emit
  readonly now: () => string
}

export function metricsHandlers({ library, changes, emit, now }: MetricsDeps): Handlers['metrics'] {
  const changed = (workspace: WorkspaceRef) =>
    emit('library.changed', { workspace, features: ['metrics', 'outcomes', 'search'] })
  return {
    list: async (input) => [...(await library.listMetrics(input))],
    async save(input) {
      await library.saveMetric({ ...input, addedAt: now() })
      changed(input.workspace)
      return null
    },
    async remove(input) {
      await library.removeMetric(input)
      changed(input.workspace)
      return null
    },
    relate: ({ workspace, metricId, action, outcomeIds }, { signal }) =>
      changes.relateMetric(workspace, metricId, action, outcomeIds, signal),
  }
}
