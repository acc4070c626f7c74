// A line of scores over time: the drawing, and the same in words for people who do not see it.
import type { ScorePoint } from '../../contract/features/insights'
import { locale } from '../../contract/locale'
import { dateText, readTime } from './relative-time'

export type ScoreName = 'combinedScore' | 'strengthScore' | 'momentumScore'

/** A reading of scores, one of which is drawn. */
export type ScoreReading = Pick<ScorePoint, 'at'> & Partial<Pick<ScorePoint, ScoreName>>

/** A point in the drawing's own units: x to the right, y downwards. */
interface Place {
  readonly x: number
  readonly y: number
}

interface ScoreLine {
  /** Pieces of the line; where a score was missing there is a gap. */
  readonly pieces: readonly (readonly Place[])[]
  readonly last: Place
  readonly words: string
}

export const lineSize = { width: 120, height: 24 }
const margin = 3

const twoDigits = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Times of the readings; null: not known. Only an unknown first time is taken from the next: it came with the creation. */
function timesOf(points: readonly ScoreReading[]): readonly (number | null)[] {
  const times = points.map(({ at }) => (at === null ? null : readTime(at)))
  return times[0] === null ? [times[1] ?? null, ...times.slice(1)] : times
}

/** Readings come in the order in which they were made; a date before an earlier one means that a clock was set. */
function isInOrder(times: readonly (number | null)[]): boolean {
  const known = times.filter((time) => time !== null)
  return known.every((time, place) => time >= (known[place - 1] ?? time))
}

/** Shares of the width by date; equal ones if any date is unknown or unreliable, as an axis that is true in part misleads. */
function sharesOf(points: readonly ScoreReading[]): readonly number[] {
  const times = timesOf(points)
  const even = points.map((_, place) => place / (points.length - 1))
  if (!(times.every((time) => time !== null) && isInOrder(times))) return even
  const [first = 0] = times
  const span = (times.at(-1) ?? 0) - first
  return span <= 0 ? even : times.map((time) => (time - first) / span)
}

function sinceWords(readings: readonly ScoreReading[]): string {
  const times = timesOf(readings)
  if (!isInOrder(times)) return ', dates out of order'
  const [first = null] = times
  return first === null ? '' : ` since ${dateText(first)}`
}

/** null: fewer than two scores, so no line. */
export function scoreLine(points: readonly ScoreReading[], name: ScoreName): ScoreLine | null {
  const values = points.flatMap((point) => point[name] ?? [])
  const [first = 0] = values
  const last = values.at(-1) ?? 0
  if (values.length < 2) return null
  const lowest = values.reduce((least, value) => Math.min(least, value))
  const highest = values.reduce((most, value) => Math.max(most, value))
  const shares = sharesOf(points)
  const { width, height } = lineSize
  const place = (share: number, value: number): Place => ({
    x: margin + share * (width - 2 * margin),
    // A score that never moved is a line through the middle.
    y: margin + (highest === lowest ? 0.5 : (highest - value) / (highest - lowest)) * (height - 2 * margin),
  })
  const pieces: Place[][] = [[]]
  for (const [index, point] of points.entries()) {
    const value = point[name] ?? null
    if (value === null) pieces.push([])
    else pieces.at(-1)?.push(place(shares[index] ?? 0, value))
  }
  const text = (value: number) => twoDigits.format(value)
  return {
    pieces: pieces.filter((piece) => piece.length > 0),
    last: pieces.flat().at(-1) ?? place(1, last),
    words: `first ${text(first)}, last ${text(last)}, lowest ${text(lowest)}, highest ${text(highest)}, in ${values.length} readings${sinceWords(points.filter((point) => (point[name] ?? null) !== null))}`,
  }
}
