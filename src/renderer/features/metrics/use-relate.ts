import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppError } from '../../../contract/errors'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { mutationOptionsFor } from '../../client/queries'
import { useUndoSteps } from '../../records/triage/undo-step'
import { notifyInView } from '../../ui/notify'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { useOtherWorkspaceLabel } from '../../ui/use-other-workspace-label'
import { type RelateAction, relatedText } from './metric-words'

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
    notifyInView(relatedText('add', { count, already: 0 }, result, workspace.environment), 'yellow')
    return null
  }
  const once = useOneAtATime()
  const { mutate, isPending, error, reset } = useMutation({
    ...mutationOptionsFor('metrics', 'relate'),
    // Counted before main pushes the new links.
    onMutate: ({ outcomeIds }) => outcomeIds.filter((id) => linked.has(id)).length,
    onSuccess(result, { action, outcomeIds }, already) {
      const color = result.state === 'done' ? 'green' : 'yellow'
      const text = relatedText(action, { count: outcomeIds.length, already }, result, workspace.environment)
      const otherWorkspace = otherWorkspaceLabel()
      const wereLinked = already === outcomeIds.length
      // Otherwise nobody knows yet what to undo, or which goals were linked before.
      if (action === 'remove' && result.state === 'done' && wereLinked && otherWorkspace === undefined) {
        done(text, () => linkAgain(outcomeIds))
      } else notifyInView(text, color, otherWorkspace)
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
      mutate({ workspace, metricId, action, outcomeIds: [...outcomeIds] }, ended)
    },
  }
}
