// Texts for numbers and counts, and the whole sentences of lists and details. Words for values of the service are in the
// contract, as exported files contain them too.

import { sentimentWord } from '../../contract/features/sentiment'
import { count, percentText, scoreFigure, signedFigure, withMinus } from '../../contract/figures'
import { locale } from '../../contract/locale'
import type { RecordKind } from './record-kind'

export {
  authorWord,
  generatingWord,
  horizonWord,
  processingWord,
  statusWord,
} from '../../contract/features/record-words'
export { count, percentText, scoreFigure, signedFigure, withMinus }

interface Counts {
  readonly total: number
  readonly all: number
}

/** For a field that the service left out. */
export const notGiven = 'none'

/** For a value that nobody knows. */
export const unknownMark = '–'

const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
export const figure = (value: number) => withMinus(decimals.format(value))

/** "1 insight", "1,200 insights". */
export const counted = (value: number, one: string, many: string) => `${count(value)} ${value === 1 ? one : many}`

/** "1 piece of feedback", "3 insights". */
export const countedOf = ({ one, many, counted: noun = one }: RecordKind, value: number) => counted(value, noun, many)

/** "12 of 1,200 insights". */
export function countText(kind: RecordKind, { total, all }: Counts, isNarrowed: boolean) {
  const words = countedOf(kind, all)
  return isNarrowed ? `${count(total)} of ${words}` : words
}

/** Cuts a text to this many characters, on one line. */
export function shortened(text: string, longest: number): string {
  const characters = [...text.trim().replace(/\s+/g, ' ')]
  if (characters.length <= longest) return characters.join('')
  return `${characters
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`
}

/** Length of a title in a notice. */
const longestInNotice = 40

/** As a notice names a record: “Range jumps back to full…”. */
export const quoted = (text: string, longest = longestInNotice) => `“${shortened(text, longest)}”`

interface Named {
  readonly id: string
  /** null: it has none. */
  readonly title: string | null
}

/** The title of a record, or words for a record whose title is missing or blank. */
export const shownTitle = ({ id, title }: Named) => (title?.trim() ? title : `Untitled ${id.slice(0, 8)}`)

/** Parts of a record that a notice may name it by. */
export interface Titled {
  /** null: it has none. */
  readonly title?: string | null
  readonly hideContent?: boolean
}

/** How a notice names a record: by its title, unless that is hidden or blank. @param otherwise "1 insight" */
export const nameInNotice = ({ title, hideContent }: Titled = {}, otherwise: string) =>
  hideContent === true || !title?.trim() ? otherwise : quoted(title)

/** Below this, the figures would show zero. */
const steadyBelow = 0.005

type TrendWord = 'Rising' | 'Falling' | 'Steady'

export function trendWord(trend: number): TrendWord {
  if (Math.abs(trend) < steadyBelow) return 'Steady'
  return trend > 0 ? 'Rising' : 'Falling'
}

/** Trend has no documented unit: its sign becomes a word, its size is shown as it is. */
export function trendText(trend: number | null): string {
  if (trend === null) return unknownMark
  const word = trendWord(trend)
  return word === 'Steady' ? word : `${word} ${signedFigure(trend)}`
}

interface Sentiment {
  readonly sentimentCategory: string | null
  /** −1 to 1. */
  readonly sentimentScore: number | null
  readonly sentimentConfidence: number | null
}

/** For feedback without a sentiment, among the sentiments. */
export const noSentiment = 'No sentiment'

/** "Negative · −0.80 · 90% confident"; null where the service gives no sentiment. */
export const sentimentFigures = ({ sentimentScore: score, sentimentConfidence: confidence }: Sentiment) => [
  ...(score === null ? [] : [signedFigure(score)]),
  ...(confidence === null ? [] : [`${percentText(confidence)} confident`]),
]

export function sentimentText(sentiment: Sentiment): string | null {
  const word = sentimentWord(sentiment)
  return word === null ? null : [word, ...sentimentFigures(sentiment)].join(' · ')
}

/** A workspace before its first sync. */
export const notSyncedYet = 'Not synced yet'

/** Where nothing was left to mark. */
export const alreadyUpToDate = 'Already up to date'

/** Label of the button that removes everything that narrows a list. */
export function clearWords(hasFilters: boolean, text: string): string {
  if (!hasFilters) return 'Clear search'
  return text.trim() === '' ? 'Clear filters' : 'Clear search and filters'
}

/** Whole sentences of lists and details. */
export const listTexts = {
  linksFromHere: 'Only links made from this computer are shown.',
  nothingToExport: 'There’s nothing to export.',
  namesNotLoaded: 'Couldn’t load their names.',
  noMatch: 'Try fewer words or clear filters.',
  noWordMatch: 'Try other words.',
  allChosen: 'All results are already selected.',
  noFilterMatch: 'Clear filters to see everything.',
  noKeychain:
    'The keychain isn’t available, so earlier data can’t be shown. It isn’t lost and returns once the keychain is available.',
  notSynced: 'This workspace hasn’t synced yet.',
  youStaySignedIn: 'You stay signed in.',
  offline: 'This needs a connection to the service.',
  notFound: 'It was removed, is no longer linked to an insight, or belongs to another workspace.',
  onlyLinked: 'Only records linked to an insight appear here.',
  rising: 'Their score has risen noticeably since your last review.',
  tooMuchToCopy: 'Too much to copy at once. Select fewer rows.',
  hiddenColumns: 'Columns that don’t fit the window are hidden.',
  noChangesToSave: 'No changes to save.',
  whatViewKeeps: 'Saves the search, filters, sort and columns. Only on this computer.',
  selectionNotSaved: 'A selection on the topic map can’t be saved. Remove that filter to save a view.',
  noSuchLabel: 'No matching labels.',
  labelNotChosen: 'Choose a label from the list, or clear the search.',
  laterDay: 'Choose a date after today.',
} as const
