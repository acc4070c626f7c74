import { useMutation, useQuery } from '@tanstack/react-query'
import type { TriageDecision, TriagedKind } from '../../../contract/features/triage'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { notifyError } from '../../ui/notify'
import { nameInNotice, type Titled } from '../record-words'
import { decidedText, oneOf } from './triage-words'
import { useUndoSteps } from './undo-step'

/** The person's decision, note and labels for a record. */
export function useTriageQuery(kind: TriagedKind, id: string) {
  const { ref: workspace } = useWorkspace()
  return useQuery(queryOptionsFor('triage', 'get', { workspace, kind, id }))
}

/** Decides about one record, says so, and offers to undo it. Errors are shown. */
export function useDecide(kind: TriagedKind, id: string, record: Titled): (decision: TriageDecision) => Promise<void> {
  const { ref: workspace } = useWorkspace()
  const { mutateAsync } = useMutation(mutationOptionsFor('triage', 'decideAll'))
  const { done, underWay } = useUndoSteps()
  return async (decision) => {
    try {
      const decisions = [{ ids: [id], decision, from: null }]
      const { undo } = await underWay(mutateAsync({ workspace, kind, decisions }))
      if (undo.length === 0) return
      done(decidedText(nameInNotice(record, oneOf[kind]), decision), async () => {
        const reverted = await mutateAsync({ workspace, kind, decisions: undo })
        return reverted.undo.length > 0
      })
    } catch (error) {
      notifyError(error)
    }
  }
}
