import { useMutation, useQuery } from '@tanstack/react-query'
import type { Triage, TriageDecision, TriagedKind } from '../../../contract/features/triage'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { notifyError } from '../../ui/notify'

export interface TriageOf {
  /** undefined: not read yet. */
  readonly triage: Triage | undefined
  /** Resolves to whether it was kept; otherwise the person was told. */
  readonly decide: (decision: TriageDecision) => Promise<boolean>
}

/** What the person decided about a record, and deciding anew. */
export function useTriage(kind: TriagedKind, id: string): TriageOf {
  const { ref: workspace } = useWorkspace()
  const { data: triage } = useQuery(queryOptionsFor('triage', 'get', { workspace, kind, id }))
  const { mutateAsync } = useMutation(mutationOptionsFor('triage', 'decide'))
  const decide = (decision: TriageDecision) =>
    mutateAsync({ workspace, kind, id, decision }).then(
      () => true,
      (error: unknown) => {
        notifyError(error)
        return false
      },
    )
  return { triage, decide }
}
