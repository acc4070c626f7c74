// Texts for the values of the service. A value unknown to this version is shown as it is.
import type { z } from 'zod'
import type { ChangeState } from '../../../contract/features/activity'
import type { InsightRow } from '../../../contract/features/insights'
import { hiddenContent, typeWord } from '../../../contract/features/record-words'
import type { Revealed } from '../../records/MaskedText'
import { scoreFigure, shownTitle } from '../../records/record-words'

/** `done` shows only between the confirmation and the next sync. */
export const pendingWords: Readonly<Record<z.infer<typeof ChangeState>, string>> = {
  waiting: 'Waiting to send',
  sending: 'Sending',
  unknown: 'Checking',
  failed: 'Rejected',
  done: 'Sent',
}

/** For an insight of yesterday or today: the default order has it on top, though it has no score. */
export const newNotScored = 'new, not scored'

export const notScored = 'not scored'

export const scoreText = (score: number | null) => (score === null ? notScored : scoreFigure(score))

/**
 * Filled share of a score's bar, 0 to 1. The combined score has no upper bound: if one in the workspace exceeds 1, all are
 * measured against the greatest.
 */
export const barShare = (score: number, greatest: number | null = null) =>
  Math.max(0, Math.min(1, score / Math.max(1, greatest ?? 1)))

/** "Range drops in the cold · score 0.82 · Bug", on one line, for a note or a message. */
export function insightText(row: InsightRow, { isRevealed }: Revealed): string {
  const title = row.hideContent && !isRevealed(row.id) ? hiddenContent : shownTitle(row).replace(/\s+/g, ' ').trim()
  const score = row.combinedScore === null ? notScored : `score ${scoreText(row.combinedScore)}`
  return [title, score, typeWord(row.type)].join(' · ')
}

/** Whole sentences of these views. */
export const insightTexts = {
  needsUuids: 'Creating insights requires organisation and workspace IDs that are UUIDs. This workspace’s IDs aren’t.',
  filtered: 'Your search or filters hide it.',
  maybeFiltered: 'Your search or filters may hide it.',
  notScoredYet: 'Not scored yet.',
  offline: 'Offline. You can create the insight; it’s kept on this computer until it can be sent.',
  offlineInProduction: 'Offline. You can create the insight; it’s kept on this computer until you review and send it.',
  final: 'Once sent, an insight can’t be edited or deleted in this app.',
  draftNotSaved: 'Couldn’t save the draft.',
  keptAsDraft: 'It’s kept as a draft.',
  keptInActivity: 'It’s in Activity, where you can edit and retry it.',
  draftStays: 'It stays here while this form is open.',
  feedbackIds: 'Optional. Search, or enter IDs.',
  noFeedbackYet: 'No feedback yet.',
  noMatchingFeedback: 'No matching feedback.',
  unusedSearch: 'Choose feedback from the list, or clear the search.',
  noRelated: 'No related opportunities, solutions, goals or feedback.',
  notFound: 'It was removed, hasn’t synced yet, or belongs to another workspace.',
  changedSince: 'Changed since the last attempt',
  readyToRetry: 'Ready to try again',
  rejected:
    'The service rejected this insight. Saving replaces it with your edited version. Closing this form keeps it as it is.',
  saveAgain: 'Save again to replace it with this version.',
  howToSeparate: 'One per line, or separated by commas or spaces.',
  readOnly: 'This environment is read-only. Unlock editing to create the insight; until then this stays a draft.',
  unscoredLeftOut: 'Insights without a score aren’t included.',
  lowestAboveHighest: 'The lowest score is above the highest.',
  newFirst: 'New insights stay on top until the end of the next day.',
} as const
