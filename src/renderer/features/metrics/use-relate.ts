import { useQueryClient } from '@tanstack/react-query'
import type { AppError } from '../../../contract/errors'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { notifyInView } from '../../ui/notify'
import { usePlaceElsewhere } from '../../ui/use-place-elsewhere'
import { useTask } from '../../ui/use-task'
import { type RelateAction, relatedText } from './metric-words'

export interface Relating {
  readonly isRunning: boolean
  readonly error: AppError | null
  /** Resolves to whether the change was taken: confirmed, or kept to be sent. */
  relate(action: RelateAction, outcomeIds: readonly string[]): Promise<boolean>
}

/**
 * Links goals to a metric, or takes them off it.
 * @param linked goals it is linked to already, as far as done from here
 */
export function useRelate(workspace: WorkspaceRef, metricId: string, linked: ReadonlySet<string>): Relating {
  const queryClient = useQueryClient()
  const { isRunning, error, run } = useTask()
  const placeElsewhere = usePlaceElsewhere()
  return {
    isRunning,
    error,
    relate: (action, outcomeIds) =>
      run(async () => {
        try {
          const result = await client.metrics.relate({ workspace, metricId, action, outcomeIds: [...outcomeIds] })
          const color = result.state === 'done' ? 'green' : 'yellow'
          const already = outcomeIds.filter((id) => linked.has(id)).length
          const text = relatedText(action, { count: outcomeIds.length, already }, result, workspace.environment)
          notifyInView(text, color, placeElsewhere())
        } finally {
          // A refusal is in the activity too.
          await Promise.all(
            ['metrics', 'activity', 'outcomes'].map((feature) =>
              queryClient.invalidateQueries({ queryKey: [feature] }),
            ),
          )
        }
      }),
  }
}
