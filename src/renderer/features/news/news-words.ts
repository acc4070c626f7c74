// Texts about changes: their kinds, the movement of a score, and the date they are measured from.
import { type NewsGroup, NewsKind, type NewsRow, type NewsSince } from '../../../contract/features/news'
import { newsKindWords } from '../../../contract/features/record-words'
import { noticeable } from '../../../contract/limits'
import { locale } from '../../../contract/locale'
import { feedbackKind } from '../../records/record-kind'
import { count, counted, countedOf, figure, percentText, scoreFigure, withMinus } from '../../records/record-words'
import { clockTime, dateText, readTime } from '../../ui/relative-time'

const signedPercent = new Intl.NumberFormat(locale, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

export const scoreWords = (score: number | null) => (score === null ? 'not scored' : scoreFigure(score))

/** "0.80 → 1.20"; a single score for an insight that is new, gone, or only has more feedback. */
export function scoresText({ kind, before, after }: Pick<NewsRow, 'kind' | 'before' | 'after'>): string {
  return kind !== 'rising' && kind !== 'fading' ? scoreWords(after) : `${scoreWords(before)} → ${scoreWords(after)}`
}

/** "+50%"; null without two scores, or if the first is zero. */
export function shareText({ kind, before, after }: Pick<NewsRow, 'kind' | 'before' | 'after'>): string | null {
  if ((kind !== 'rising' && kind !== 'fading') || before === null || after === null || before === 0) return null
  return withMinus(signedPercent.format((after - before) / Math.abs(before)))
}

/** "+3 pieces of feedback"; empty if none was added. */
export const feedbackText = ({ addedFeedback }: Pick<NewsRow, 'addedFeedback'>) =>
  addedFeedback === 0 ? '' : `+${countedOf(feedbackKind, addedFeedback)}`

/** How much changed, beside the kind: "+50%", or "+3" pieces of new feedback. */
export const amountText = (row: Pick<NewsRow, 'kind' | 'before' | 'after' | 'addedFeedback'>) =>
  row.kind === 'feedback' ? `+${count(row.addedFeedback)}` : shareText(row)

/** "3 changes: 1 new, 2 rising"; for a single kind: "2 rising". */
export function groupCounts({ total, counts }: Pick<NewsGroup, 'total' | 'counts'>): string {
  const some = NewsKind.options.filter((kind) => counts[kind] > 0)
  // These are insights, not pieces of feedback.
  const nameOf = (kind: NewsKind) => (kind === 'feedback' ? 'with new feedback' : newsKindWords[kind].toLowerCase())
  const words = some.map((kind) => `${count(counts[kind])} ${nameOf(kind)}`).join(', ')
  return some.length === 1 ? words : `${counted(total, 'change', 'changes')}: ${words}`
}

export function sentence({ kind, before, after }: Pick<NewsRow, 'kind' | 'before' | 'after'>): string {
  switch (kind) {
    case 'new':
      return 'New in the service.'
    case 'rising':
      return `Its score rose from ${scoreWords(before)} to ${scoreWords(after)}.`
    case 'fading':
      return `Its score fell from ${scoreWords(before)} to ${scoreWords(after)}.`
    case 'feedback':
      return 'It has new feedback; its score is about the same.'
    case 'vanished':
      return 'It’s no longer in the service. This is the last synced version.'
  }
}

/** The rule in words, from the numbers that the library uses. */
export const ruleText = `Rising and falling: the score moved by at least ${percentText(noticeable.share)} and ${figure(noticeable.points)}. New feedback: more feedback, and about the same score. Insights you created aren’t listed.`

/** "since your last review, today at 14:32", "since your first sync on 1 Jun 2025, 10:00". */
export function sinceText({ kind, at }: NewsSince, now: number): string {
  const beginning = kind === 'review' ? 'since your last review' : 'since your first sync'
  const time = readTime(at)
  if (time === null) return `${beginning} on ${at}`
  const clock = clockTime(time, now)
  return dateText(time) === dateText(now) ? `${beginning}, today at ${clock}` : `${beginning} on ${clock}`
}

/** Whole sentences of these views. */
export const newsTexts = {
  sizeOfChange:
    'How far the score moved, compared with the largest change listed. For a new or removed insight, its whole score.',
  unchanged: 'It hasn’t changed since your last review.',
  beforeFirstSync: 'Changes after the first sync of this workspace appear here.',
  whatAppears:
    'New insights, new feedback, score changes and removed insights appear here after each sync, until you mark them as reviewed.',
  upToDate: 'You’re up to date.',
  stillLoading: 'Still loading.',
  noMatch: 'No matching changes.',
} as const
