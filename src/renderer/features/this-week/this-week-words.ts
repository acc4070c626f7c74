// Texts of the view, names of the changes, and the trends as table rows, which both the charts and the table show.
import { recentDays } from '../../../contract/features/feedback'
import type { NewsKind } from '../../../contract/features/news'
import { sentimentWords } from '../../../contract/features/sentiment'
import type { Trends } from '../../../contract/features/this-week'
import { locale } from '../../../contract/locale'
import { count, noSentiment, scoreFigure, unknownMark } from '../../records/record-words'

/** Worded as in the list of changes. */
export const newsLabels: Readonly<Record<NewsKind, { readonly one: string; readonly many: string }>> = {
  new: { one: 'new insight', many: 'new insights' },
  rising: { one: 'rising insight', many: 'rising insights' },
  fading: { one: 'falling insight', many: 'falling insights' },
  feedback: { one: 'insight with new feedback', many: 'insights with new feedback' },
  vanished: { one: 'removed insight', many: 'removed insights' },
}

export const thisWeekTexts = {
  unseen: 'Unseen means the service hasn’t marked the insight as seen. Everyone in the workspace shares this mark.',
  whatChanged:
    'New, rising, falling and removed insights, and those with new feedback, until you mark them as reviewed. Insights you created aren’t counted.',
  toReview: 'Changes that are sent only after you review them.',
  gaps: `Feedback counts if it’s linked to an insight of the opportunity or goal; recent means the last ${recentDays} days. A goal has an opportunity if they share an insight.`,
  noScores: 'No scores have been synced yet.',
} as const

/** A line or a bar of a chart, and a row of its table. */
export interface Series {
  readonly name: string
  readonly values: readonly (number | null)[]
}

// A day of the calendar, so the computer's time zone doesn't matter.
const shortDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** "23 Nov" */
export const weekName = (monday: string) => shortDate.format(Date.parse(monday))

/** The service's three in their order, then others, then feedback without a sentiment. */
export function sentimentSeries({ feedback }: Trends): readonly Series[] {
  const order: readonly (string | null)[] = sentimentWords
  const placeOf = (sentiment: string | null) =>
    sentiment === null ? order.length + 1 : order.includes(sentiment) ? order.indexOf(sentiment) : order.length
  return feedback
    .toSorted((one, other) => placeOf(one.sentiment) - placeOf(other.sentiment))
    .map(({ sentiment, counts }) => ({ name: sentiment ?? noSentiment, values: counts }))
}

export function scoreSeries({ scores }: Trends): readonly Series[] {
  return [
    { name: 'Score', values: scores.combinedScore },
    { name: 'Strength', values: scores.strengthScore },
    { name: 'Momentum', values: scores.momentumScore },
  ]
}

export const totalOf = (series: readonly Series[]) =>
  series.reduce((total, { values }) => total + values.reduce<number>((sum, value) => sum + (value ?? 0), 0), 0)

export const countText = (value: number | null) => (value === null ? unknownMark : count(value))
export const scoreText = (value: number | null) => (value === null ? unknownMark : scoreFigure(value))
