// Metrics: the register is in the library, linking goes through the changes.
import type { Emit } from '../../contract/events'
import type { LibraryApi } from '../../contract/library'
import type { Changes } from '../changes/changes'
import type { Handlers } from '../ipc/handlers'
import { changing } from './changing'

export interface MetricsDeps {
  readonly library: Pick<LibraryApi, 'listMetrics' | 'saveMetric' | 'removeMetric'>
  readonly changes: Pick<Changes, 'relateMetric'>
  readonly emit: Emit
  readonly now: () => string
}

export function metricsHandlers({ library, changes, emit, now }: MetricsDeps): Handlers['metrics'] {
  const registers = changing(emit, ['metrics', 'outcomes', 'search'])
  return {
    list: (input) => library.listMetrics(input),
    save: registers((input) => library.saveMetric({ ...input, addedAt: now() })),
    remove: registers((input) => library.removeMetric(input)),
    relate: ({ workspace, metricId, action, outcomeIds }, { signal }) =>
      changes.relateMetric(workspace, metricId, action, outcomeIds, signal),
  }
}
