// Whether a change may be sent without the person: both the sender of changes and the sync status have to know.
import type { WorkspaceRef } from './workspace'

interface Reviewed {
  readonly workspace: Pick<WorkspaceRef, 'environment'>
  readonly needsReview: boolean
}

/** Nothing goes to production without an approval; elsewhere only what is marked for review needs one. */
export function requiresReview({ workspace, needsReview }: Reviewed): boolean {
  return workspace.environment === 'production' || needsReview
}
