// What a person reads for the values of the service. A value that this version does not know is shown as it is.
import type { z } from 'zod'
import type { OpportunityStatus, SolutionsGeneratingState } from '../../contract/resources/opportunity'
import type { AiProcessingState, Horizon, SolutionStatus } from '../../contract/resources/solution'
import type { RecordKind } from './record-kind'

interface Counts {
  readonly total: number
  readonly all: number
}

type Words<Value extends string> = Readonly<Record<Value, string>>

const statusWords: Words<z.infer<typeof SolutionStatus> | z.infer<typeof OpportunityStatus>> = {
  Backlog: 'Backlog',
  New: 'New',
  Planned: 'Planned',
  InProgress: 'In progress',
  InDevelopment: 'In development',
  Complete: 'Complete',
  Cancelled: 'Cancelled',
  Live: 'Live',
  Solved: 'Solved',
}

const generatingWords: Words<z.infer<typeof SolutionsGeneratingState>> = {
  initial: 'Not generated',
  generating: 'Generating…',
  generated: 'Generated',
  error: 'Generation failed',
}

const processingWords: Words<z.infer<typeof AiProcessingState>> = {
  INITIAL: 'Not processed',
  PROCESSING: 'Processing…',
  FINISHED: 'Processed',
  ERROR: 'Processing failed',
}

const horizonWords: Words<z.infer<typeof Horizon>> = { now: 'Now', next: 'Next', later: 'Later' }
const authorWords: Words<'user' | 'generated'> = { user: 'Added by a person', generated: 'Generated' }

/** A value that this version does not know is shown as it is. */
export const known = (words: Readonly<Record<string, string>>) => (value: string) =>
  Object.hasOwn(words, value) ? (words[value] ?? value) : value

export const statusWord = known(statusWords)
export const generatingWord = known(generatingWords)
export const processingWord = known(processingWords)
export const horizonWord = known(horizonWords)
export const authorWord = known(authorWords)

/** For a field that the service left out. */
export const notGiven = 'none'

/** For a value that nobody knows. */
export const unknownMark = '–'

const wholes = new Intl.NumberFormat()
const decimals = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
const hundredths = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const
const twoDigits = new Intl.NumberFormat(undefined, hundredths)
const signed = new Intl.NumberFormat(undefined, { ...hundredths, signDisplay: 'exceptZero' })
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })

export const count = (value: number) => wholes.format(value)
/** `Intl` writes a hyphen, which is narrower than the plus sign and can end a line. */
export const withMinus = (text: string) => text.replace('-', '−')

export const figure = (value: number) => withMinus(decimals.format(value))
export const scoreFigure = (value: number) => withMinus(twoDigits.format(value))
export const signedFigure = (value: number) => withMinus(signed.format(value))
export const percentText = (share: number) => percent.format(share)

/** "1 insight", "1,200 insights". */
export const counted = (value: number, one: string, many: string) => `${count(value)} ${value === 1 ? one : many}`

/** "12 of 1,200 insights". */
export function countText({ one, many, counted: noun = one }: RecordKind, { total, all }: Counts, isNarrowed: boolean) {
  const words = counted(all, noun, many)
  return isNarrowed ? `${count(total)} of ${words}` : words
}

/** At most so many characters, on one line. */
export function shortened(text: string, longest: number): string {
  const characters = [...text.trim().replace(/\s+/g, ' ')]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('')
}

/** Trend has no documented unit: its sign is put in words, its size is shown as it is. */
export function trendText(trend: number | null): string {
  if (trend === null) return unknownMark
  if (trend === 0) return 'level'
  return `${trend > 0 ? 'rising' : 'falling'} ${signedFigure(trend)}`
}

interface Sentiment {
  readonly sentimentCategory: string | null
  /** −1 to 1. */
  readonly sentimentScore: number | null
  readonly sentimentConfidence: number | null
}

/** "Negative · −0.80 · 90% confident"; null where the service says nothing. */
export function sentimentText(sentiment: Sentiment): string | null {
  const { sentimentCategory: category, sentimentScore: score, sentimentConfidence: confidence } = sentiment
  if (category === null && score === null) return null
  return [
    category ?? 'Sentiment',
    ...(score === null ? [] : [signedFigure(score)]),
    ...(confidence === null ? [] : [`${percentText(confidence)} confident`]),
  ].join(' · ')
}
