// The whole sentences that a person reads here, and what the changes are called.
import type { NewsKind } from '../../../contract/features/news'

/** In the words of the list of changes. */
export const newsLabels: Readonly<Record<NewsKind, { readonly one: string; readonly many: string }>> = {
  new: { one: 'new insight', many: 'new insights' },
  rising: { one: 'rising insight', many: 'rising insights' },
  fading: { one: 'falling insight', many: 'falling insights' },
  feedback: { one: 'insight with new feedback', many: 'insights with new feedback' },
  vanished: { one: 'removed insight', many: 'removed insights' },
}

export const thisWeekTexts = {
  unseen: 'Unseen means nobody has opened the insight in the service.',
  whatChanged:
    'Insights that are new or were removed, and those whose combined score moved noticeably, until you mark the changes as reviewed. Insights you created aren’t counted.',
  toReview: 'Changes that are sent only after you approve them.',
  gaps: 'Feedback counts if an insight of the opportunity or goal carries it. A goal has an opportunity if an insight carries both.',
  noScores: 'No scores were synced yet.',
} as const
