// Number formats for people: in the page, and in files that people read.
import { locale } from './locale'

const wholes = new Intl.NumberFormat(locale)
const oneDigit = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const hundredths = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const
const twoDigits = new Intl.NumberFormat(locale, hundredths)
const signed = new Intl.NumberFormat(locale, { ...hundredths, signDisplay: 'exceptZero' })
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

export const count = (value: number) => wholes.format(value)
/** `Intl` writes a hyphen, which is narrower than the plus sign and can end a line. */
export const withMinus = (text: string) => text.replace('-', '−')

export const oneDecimal = (value: number) => oneDigit.format(value)
/** Formats the score of a ranking, from 0 to 100. */
export const points = (value: number) => oneDecimal(value)
export const scoreFigure = (value: number) => withMinus(twoDigits.format(value))
export const signedFigure = (value: number) => withMinus(signed.format(value))
export const percentText = (share: number) => percent.format(share)
