// What a person reads for numbers and counts. The words for values of the service stand in the contract, as exported
// files contain them too.
import { sentimentOf } from '../../contract/features/sentiment'
import type { RecordKind } from './record-kind'

export {
  authorWord,
  generatingWord,
  horizonWord,
  processingWord,
  statusWord,
} from '../../contract/features/record-words'

import { locale } from '../ui/locale'

interface Counts {
  readonly total: number
  readonly all: number
}

/** For a field that the service left out. */
export const notGiven = 'none'

/** For a value that nobody knows. */
export const unknownMark = '–'

const wholes = new Intl.NumberFormat(locale)
const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
const hundredths = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const
const twoDigits = new Intl.NumberFormat(locale, hundredths)
const signed = new Intl.NumberFormat(locale, { ...hundredths, signDisplay: 'exceptZero' })
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

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

/** What the figures would show as zero. */
const steadyBelow = 0.005

export type TrendWord = 'Rising' | 'Falling' | 'Steady'

export function trendWord(trend: number): TrendWord {
  if (Math.abs(trend) < steadyBelow) return 'Steady'
  return trend > 0 ? 'Rising' : 'Falling'
}

/** Trend has no documented unit: its sign is put in words, its size is shown as it is. */
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

/** "Negative · −0.80 · 90% confident"; null where the service says nothing. */
export function sentimentText(sentiment: Sentiment): string | null {
  const { sentimentCategory: category, sentimentScore: score, sentimentConfidence: confidence } = sentiment
  if (category === null && score === null) return null
  return [
    ...(category !== null ? [category] : score === null ? [] : [sentimentOf(score)]),
    ...(score === null ? [] : [signedFigure(score)]),
    ...(confidence === null ? [] : [`${percentText(confidence)} confident`]),
  ].join(' · ')
}
