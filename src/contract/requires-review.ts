// Whether a change may be sent without the person, for all code that sends, counts or shows changes. It has no
// schemas, as lists load it with the first frame.
import type { WorkspaceRef } from './workspace'

interface Reviewed {
  readonly workspace: Pick<WorkspaceRef, 'environment'>
  readonly needsReview: boolean
}

/** Nothing goes to production without an approval; elsewhere only what is marked for review needs one. */
export function requiresReview({ workspace, needsReview }: Reviewed): boolean {
  return workspace.environment === 'production' || needsReview
}

interface WaitingChange {
  readonly workspace: Pick<WorkspaceRef, 'environment'>
  readonly state: string
  readonly needsReview?: boolean | undefined
}

/** Whether the change isn't sent before its review. */
export function waitsForReview({ workspace, state, needsReview = false }: WaitingChange): boolean {
  return state === 'waiting' && requiresReview({ workspace, needsReview })
}

/** The label of such a change. */
export const toReview = 'To review'
