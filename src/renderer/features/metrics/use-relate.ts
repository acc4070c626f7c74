import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppError } from '../../../contract/errors'
import { waitsForReview } from '../../../contract/requires-review'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { mutationOptionsFor } from '../../client/queries'
import { useUndoSteps } from '../../records/triage/undo-step'
import { reviewDialog } from '../../ui/dialogs'
import { notifyInView, notifyStepInView } from '../../ui/notify'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { useOtherWorkspaceLabel } from '../../ui/use-other-workspace-label'
import { type RelateAction, type RelateResult, relatedText } from './metric-words'

export interface Relating {
  readonly isRunning: boolean
  readonly error: AppError | null
  /** Why nothing was sent at the last attempt. */
  readonly problem: string | null
  readonly refuse: (problem: string) => void
  /** `onSuccess`: the change is confirmed, or kept to send. */
  relate(action: RelateAction, outcomeIds: readonly string[], ended?: Ended): void
  /** Forgets the last failure and problem. */
  readonly reset: () => void
}

interface Ended {
  readonly onSuccess?: () => void
  readonly onError?: (error: AppError) => void
}

/**
 * Leads to the review where the words ask for it, as these views have no other way there.
 * @param otherWorkspace set once another workspace is open, whose changes the review would show
 */
function tell(
  message: string,
  workspace: WorkspaceRef,
  result: RelateResult,
  otherWorkspace: string | undefined,
): void {
  const { state, error } = result
  const isToReview = waitsForReview({ workspace, state, needsReview: error?.code === 'ENVIRONMENT_CHANGED' })
  if (isToReview && otherWorkspace === undefined) {
    // The same words of an earlier change are still true: the review has all changes.
    notifyStepInView({ id: message, message, label: 'Review and send…', run: reviewDialog.open, color: 'yellow' })
  } else notifyInView(message, state === 'done' ? 'green' : 'yellow', otherWorkspace)
}

/**
 * Links goals to a metric, or unlinks them.
 * @param linked goals linked to it already, as far as this computer knows
 */
export function useRelate(workspace: WorkspaceRef, metricId: string, linked: ReadonlySet<string>): Relating {
  const otherWorkspaceLabel = useOtherWorkspaceLabel()
  const [problem, setProblem] = useState<string | null>(null)
  const { done } = useUndoSteps()
  const linkAgain = async (outcomeIds: string[]) => {
    const result = await client.metrics.relate({ workspace, metricId, action: 'add', outcomeIds })
    if (result.state === 'done') return true
    const count = outcomeIds.length
    const text = relatedText('add', { count, already: 0 }, result, workspace.environment)
    tell(text, workspace, result, otherWorkspaceLabel())
    return null
  }
  const once = useOneAtATime()
  const { mutateAsync, isPending, error, reset } = useMutation({
    ...mutationOptionsFor('metrics', 'relate'),
    // Counted before main pushes the new links.
    onMutate: ({ outcomeIds }) => outcomeIds.filter((id) => linked.has(id)).length,
    onSuccess(result, { action, outcomeIds }, already) {
      const text = relatedText(action, { count: outcomeIds.length, already }, result, workspace.environment)
      const otherWorkspace = otherWorkspaceLabel()
      const wereLinked = already === outcomeIds.length
      // Otherwise nobody knows yet what to undo, or which goals were linked before.
      if (action === 'remove' && result.state === 'done' && wereLinked && otherWorkspace === undefined) {
        done(text, () => linkAgain(outcomeIds))
      } else tell(text, workspace, result, otherWorkspace)
    },
    // Not where it is sent: `reset` would take that away.
    onSettled: () => once.end(),
  })
  return {
    isRunning: isPending,
    error,
    problem,
    refuse: setProblem,
    reset() {
      setProblem(null)
      // Not while a change is being sent.
      if (!isPending) reset()
    },
    relate(action, outcomeIds, ended) {
      if (!once.begin()) return
      setProblem(null)
      // Callbacks of `mutate` would not run once the metric was left.
      mutateAsync({ workspace, metricId, action, outcomeIds: [...outcomeIds] }).then(
        () => ended?.onSuccess?.(),
        (failure) => ended?.onError?.(failure),
      )
    },
  }
}
