import { useMutation } from '@tanstack/react-query'
import type { AppError } from '../../../contract/errors'
import type { WorkspaceRef } from '../../../contract/workspace'
import { mutationOptionsFor } from '../../client/queries'
import { notifyInView } from '../../ui/notify'
import { useOtherWorkspaceLabel } from '../../ui/use-other-workspace-label'
import { type RelateAction, relatedText } from './metric-words'

export interface Relating {
  readonly isRunning: boolean
  readonly error: AppError | null
  /** `onSuccess`: the change is confirmed, or kept to send. */
  relate(action: RelateAction, outcomeIds: readonly string[], ended?: Ended): void
  /** Forgets the last failure. */
  readonly reset: () => void
}

interface Ended {
  readonly onSuccess?: () => void
  readonly onError?: (error: AppError) => void
}

/**
 * Links goals to a metric, or unlinks them.
 * @param linked goals linked to it already, as far as this computer knows
 */
export function useRelate(workspace: WorkspaceRef, metricId: string, linked: ReadonlySet<string>): Relating {
  const otherWorkspaceLabel = useOtherWorkspaceLabel()
  const { mutate, isPending, error, reset } = useMutation({
    ...mutationOptionsFor('metrics', 'relate'),
    // Counted before main pushes the new links.
    onMutate: ({ outcomeIds }) => outcomeIds.filter((id) => linked.has(id)).length,
    onSuccess(result, { action, outcomeIds }, already) {
      const color = result.state === 'done' ? 'green' : 'yellow'
      const text = relatedText(action, { count: outcomeIds.length, already }, result, workspace.environment)
      notifyInView(text, color, otherWorkspaceLabel())
    },
  })
  return {
    isRunning: isPending,
    error,
    // Not while a change is being sent.
    reset: () => isPending || reset(),
    relate: (action, outcomeIds, ended) => mutate({ workspace, metricId, action, outcomeIds: [...outcomeIds] }, ended),
  }
}
