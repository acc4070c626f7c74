// The text of a brief, made once from the figures and the person's edit, then shown, printed, copied and saved.

import type {
  Brief,
  BriefEdit,
  BriefFigures,
  BriefInsight,
  BriefOwn,
  BriefQuote,
  BriefSubject,
} from '../../../contract/features/briefs'
import { recentDays } from '../../../contract/features/feedback'
import { hiddenContent, onlyOnThisComputer } from '../../../contract/features/record-words'
import { markdownText } from '../../../contract/markdown-text'
import { count, counted, scoreFigure, shortened, shownTitle, statusWord } from '../../records/record-words'
import { dateText, readTime, zonedTime } from '../../ui/relative-time'

export interface BriefContent {
  readonly claim: string
  readonly reason: string
  /** Source and age of the data. */
  readonly basis: string
  readonly figures: readonly (readonly [name: string, value: string])[]
  readonly against: readonly string[]
  readonly unknown: readonly string[]
  readonly insights: readonly string[]
  readonly quotes: readonly { readonly text: string; readonly by: string }[]
  /** Notes and labels; empty unless the person includes them. */
  readonly own: readonly string[]
}

/** Quotes included by default: enough to be convincing, few enough to be read. */
const firstQuotes = 5

/** Share of dated feedback below which the recent part is too small. */
const smallShare = 0.2

const feedbackOf = (value: number) => counted(value, 'piece of feedback', 'pieces of feedback')
const insightsOf = (value: number) => counted(value, 'insight', 'insights')
const dateOf = (at: string) => {
  const time = readTime(at)
  return time === null ? at : dateText(time)
}

/** Ids of the quotes in the brief. */
export function chosenQuotes({ quotes }: Brief, { quotes: chosen }: BriefEdit): ReadonlySet<string> {
  return new Set(chosen ?? quotes.slice(0, firstQuotes).map(({ id }) => id))
}

/** Length of a title beside a quote. */
const longestTitle = 120

const isNamed = (title: string) => title.trim() !== ''

/** "supports “Display lies”, “Cold” and 3 other insights" */
function supportedText({ insights, otherInsights }: BriefQuote): string {
  const named = insights.filter(isNamed)
  const titles = named.map((title) => `“${shortened(title, longestTitle)}”`)
  const rest = otherInsights + insights.length - named.length
  const others = rest === 0 ? [] : [counted(rest, 'other insight', 'other insights')]
  const all = [...titles, ...others]
  const last = all.pop()
  return `supports ${all.length === 0 ? '' : `${all.join(', ')} and `}${last}`
}

/** Source of a quote and, in a brief of several insights, the insights it supports. */
export function quoteSource(quote: BriefQuote, { insights }: Pick<BriefFigures, 'insights'>): string {
  const { source, sourceId, submittedBy, createdAt, category } = quote
  const parts = [submittedBy, source, sourceId, dateOf(createdAt), category?.toLowerCase()]
  const from = parts.filter((part) => part !== null && part !== undefined && part !== '').join(', ')
  return insights > 1 && quote.insights.some(isNamed) ? `${from} · ${supportedText(quote)}` : from
}

const sinceText = ({ since }: BriefInsight) => `since ${since === null ? 'the last review' : dateOf(since)}`

function insightLine(insight: BriefInsight): string {
  const { combinedScore, before } = insight
  const title = shownTitle(insight)
  if (combinedScore === null) return `${title} (not scored)`
  const direction = before === null || before < combinedScore ? 'up' : 'down'
  const moved = before === null ? '' : `, ${direction} from ${scoreFigure(before)} ${sinceText(insight)}`
  return `${title} (score ${scoreFigure(combinedScore)}${moved})`
}

/** Besides the three that the app knows. */
const mostOtherWords = 3

/** Quoted, as the service may call one of these "positive" too. */
function otherSentimentTexts({ otherSentiments }: BriefFigures): readonly string[] {
  const named = otherSentiments.filter(({ category }) => category.trim() !== '').slice(0, mostOtherWords)
  const rest = otherCount(otherSentiments.filter((each) => !named.includes(each)))
  const texts = named.map(({ category, count: pieces }) => `${count(pieces)} “${category.trim()}”`)
  return rest === 0 ? texts : [...texts, `${count(rest)} other`]
}

const otherCount = (others: BriefFigures['otherSentiments']) => others.reduce((sum, each) => sum + each.count, 0)

function figureList({ status }: { readonly status: string | null }, figures: BriefFigures): BriefContent['figures'] {
  const { insights, unseen, feedback, sentiment, sources, oldest, newest } = figures
  const sentiments = [
    `${count(figures.positive)} positive`,
    `${count(figures.neutral)} neutral`,
    `${count(figures.negative)} negative`,
    ...otherSentimentTexts(figures),
  ]
  const named = (name: string, value: string | null) => (value === null ? [] : [[name, value] as const])
  const span = oldest === null || newest === null ? null : `${dateOf(oldest)} to ${dateOf(newest)}`
  const shown = sources.slice(0, 5).map(({ source, count: pieces }) => `${source} (${count(pieces)})`)
  const others = sources.slice(5).reduce((sum, source) => sum + source.count, 0)
  if (others > 0) shown.push(`others (${count(others)})`)
  return [
    ...named('Status', status === null ? null : statusWord(status)),
    ...named('Insights', `${count(insights)}${unseen === 0 ? '' : ` (${count(unseen)} unseen)`}`),
    ...named('Top score', figures.strongest === null ? null : scoreFigure(figures.strongest)),
    ...named(
      'Feedback',
      feedback === 0 ? '0' : `${count(feedback)} (${count(figures.recent)} in the last ${recentDays} days)`,
    ),
    ...named('Average sentiment', sentiment === null ? null : scoreFigure(sentiment)),
    ...named('Sentiment', feedback === 0 ? null : sentiments.join(', ')),
    ...named('Sources', shown.length === 0 ? null : shown.join(', ')),
    ...named('Feedback dates', span),
  ]
}

function ownLine({ id, title: given, note, labels }: BriefOwn): string {
  const title = shownTitle({ id, title: given })
  const said = note.trim() === '' ? title : `${title}: ${note.trim()}`
  return labels.length === 0 ? said : `${said} (labels: ${labels.join(', ')})`
}

const showsProblem = ' That shows the problem, not which solution customers want.'

/** Complaints are evidence of a problem, not of a solution. */
const complaintsMean: Readonly<Record<SubjectKind, string>> = {
  insight: showsProblem,
  opportunity: showsProblem,
  solution: ' That doesn’t show that customers want this solution.',
  outcome: '',
}

function onlyNegative({ feedback, positive, negative }: BriefFigures, about: SubjectKind): readonly string[] {
  if (positive > 0 || negative === 0) return []
  const said = `${count(negative)} of ${feedbackOf(feedback)} ${negative === 1 ? 'is' : 'are'} negative`
  return [`None of the feedback is positive: ${said}.${complaintsMean[about]}`]
}

/** Lists weaknesses of the evidence, worded so that each can be checked. */
function againstList(brief: Brief, about: SubjectKind): readonly string[] {
  const { record, figures, fading } = brief
  const { feedback, recent, newest, positive, negative, sources } = figures
  const against: string[] = []
  // null: no piece of feedback has a date that can be read, so its age is unknown.
  if (newest !== null && recent === 0) {
    against.push(`No feedback in the last ${recentDays} days. The newest is from ${dateOf(newest)}.`)
  } else if (newest !== null && recent / feedback < smallShare) {
    against.push(`Only ${count(recent)} of ${feedbackOf(feedback)} came in the last ${recentDays} days.`)
  }
  if (positive > 0 && negative > 0) {
    const [fewer, word, rest] =
      positive < negative ? [positive, 'positive', negative] : [negative, 'negative', positive]
    const other = word === 'positive' ? 'negative' : 'positive'
    against.push(
      `Customers disagree: ${feedbackOf(fewer)} ${fewer === 1 ? 'is' : 'are'} ${word}, ${count(rest)} ${other}.`,
    )
  }
  against.push(...onlyNegative(figures, about))
  const [only] = sources
  if (sources.length === 1 && only !== undefined && feedback > 1) {
    against.push(`All feedback comes from one source: ${only.source}.`)
  }
  for (const insight of fading) {
    const { before, combinedScore } = insight
    const scores =
      before === null || combinedScore === null ? '' : ` from ${scoreFigure(before)} to ${scoreFigure(combinedScore)}`
    against.push(`“${shownTitle(insight)}” has fallen${scores} ${sinceText(insight)}.`)
  }
  for (const con of record?.cons ?? []) against.push(`Con: ${con}`)
  return against
}

function unknownList({ figures }: Brief, includesHidden: boolean): readonly string[] {
  const { insights, unscored, unproven, hidden, feedback, positive, neutral, negative } = figures
  const unfelt = feedback - positive - neutral - negative - otherCount(figures.otherSentiments)
  const of = (value: number) => `${count(value)} of ${insightsOf(insights)}`
  return [
    ...(insights === 0 ? ['No insight is linked to it.'] : []),
    ...(insights > 0 && unproven > 0 ? [`${of(unproven)} ${unproven === 1 ? 'has' : 'have'} no feedback.`] : []),
    ...(unscored > 0 ? [`${of(unscored)} ${unscored === 1 ? 'has' : 'have'} no score.`] : []),
    ...(unfelt > 0
      ? [`${count(unfelt)} of ${feedbackOf(feedback)} ${unfelt === 1 ? 'has' : 'have'} no sentiment.`]
      : []),
    ...(hidden > 0 && !includesHidden
      ? [`${counted(hidden, 'hidden insight is', 'hidden insights are')} counted, but not quoted.`]
      : []),
  ]
}

/** Kind of the records that a brief is about. */
type SubjectKind = Exclude<BriefSubject['kind'], 'selection'>

const kindOf = (subject: BriefSubject): SubjectKind =>
  subject.kind === 'selection' ? (subject.of ?? 'insight') : subject.kind

interface BriefView {
  readonly subject: BriefSubject
  readonly brief: Brief
  readonly edit: BriefEdit
  readonly includesHidden: boolean
  readonly includesOwn: boolean
  /** Names, for readers who have other workspaces. */
  readonly place: { readonly workspace: string; readonly environment: string }
}

export const isMasked = ({ record }: Brief, includesHidden: boolean) => record?.hideContent === true && !includesHidden

/** Text of the fields: the person's words, or else the record's. Both may reveal hidden content. */
export function wordsOf({
  subject,
  brief,
  edit: { claim, reason },
  includesHidden,
}: Pick<BriefView, 'subject' | 'brief' | 'edit' | 'includesHidden'>): Pick<BriefContent, 'claim' | 'reason'> {
  if (isMasked(brief, includesHidden)) return { claim: hiddenContent, reason: '' }
  const { record, figures } = brief
  const title =
    record === null || subject.kind === 'selection'
      ? insightsOf(figures.insights)
      : shownTitle({ id: subject.id, title: record.title })
  return { claim: claim ?? title, reason: reason ?? record?.description ?? '' }
}

export function briefContent({ subject, brief, edit, includesHidden, includesOwn, place }: BriefView): BriefContent {
  const { record, figures, strongest, quotes, readAt } = brief
  const chosen = chosenQuotes(brief, edit)
  const read = readAt === null ? null : readTime(readAt)
  return {
    ...wordsOf({ subject, brief, edit, includesHidden }),
    basis:
      read === null
        ? 'No data has been synced yet.'
        : `Data from ${place.workspace} (${place.environment}) as of ${zonedTime(read)}.`,
    figures: figureList({ status: record?.status ?? null }, figures),
    against: againstList(brief, kindOf(subject)),
    unknown: unknownList(brief, includesHidden),
    insights: strongest.map(insightLine),
    quotes: quotes
      .filter(({ id }) => chosen.has(id))
      .map((quote) => ({ text: quote.content, by: quoteSource(quote, figures) })),
    own: includesOwn ? brief.own.map(ownLine) : [],
  }
}

export const headings = {
  figures: 'Figures',
  against: 'Caveats',
  unknown: 'Missing information',
  insights: 'Top insights',
  quotes: 'What customers say',
  own: onlyOnThisComputer,
} as const

export const nothingAgainst = 'None found on this computer.'

export function briefMarkdown(content: BriefContent): string {
  const lines = (items: readonly string[]) => items.map((item) => `- ${markdownText(item)}`).join('\n')
  const part = (heading: string, text: string) => (text === '' ? [] : [`## ${heading}`, text])
  const { claim, reason, basis, figures, insights, quotes, against, unknown, own } = content
  return `${[
    `# ${markdownText(claim)}`,
    ...(reason.trim() === ''
      ? []
      : [
          reason
            .trim()
            .split(/\n{2,}/)
            .map(markdownText)
            .join('\n\n'),
        ]),
    ...part(headings.figures, figures.map(([name, value]) => `- ${name}: ${markdownText(value)}`).join('\n')),
    ...part(headings.against, against.length === 0 ? nothingAgainst : lines(against)),
    ...part(headings.unknown, lines(unknown)),
    ...part(headings.insights, lines(insights)),
    ...part(
      headings.quotes,
      quotes.map(({ text, by }) => `> ${markdownText(text)}\n>\n> ${markdownText(by)}`).join('\n\n'),
    ),
    ...part(headings.own, lines(own)),
    `*${markdownText(basis)}*`,
  ].join('\n\n')}\n`
}

/** One sentence on the changes since the brief was kept; null: nothing changed. */
export function changedSince(before: BriefFigures, now: BriefFigures): string | null {
  const more = (from: number, to: number, one: string, many: string) => {
    if (from === to) return []
    return [`${count(Math.abs(to - from))} ${to > from ? 'more' : 'fewer'} ${Math.abs(to - from) === 1 ? one : many}`]
  }
  const moved = (name: string, from: number | null, to: number | null) => {
    const [was, is] = [from, to].map((value) => (value === null ? 'none' : scoreFigure(value)))
    return was === is ? [] : [`${name} ${was} → ${is}`]
  }
  const changes = [
    ...more(before.insights, now.insights, 'insight', 'insights'),
    ...more(before.feedback, now.feedback, 'piece of feedback', 'pieces of feedback'),
    ...moved('top score', before.strongest, now.strongest),
    ...moved('average sentiment', before.sentiment, now.sentiment),
    ...more(before.negative, now.negative, 'negative piece', 'negative pieces'),
  ]
  return changes.length === 0 ? null : changes.join(', ')
}
