// Whether a change may be sent without the person: both the sender of changes and the sync status have to know.
import type { JournalEntry } from './library'

/** Nothing goes to production without an approval; elsewhere only what is marked for review needs one. */
export function mustBeReviewed({ workspace, needsReview }: Pick<JournalEntry, 'workspace' | 'needsReview'>): boolean {
  return workspace.environment === 'production' || needsReview
}
