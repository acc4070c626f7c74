// Marks of evidence: sentiment and trend, each as a shape, a word and a figure. Colour only repeats the word.
import { VisuallyHidden } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowRight,
  IconArrowUp,
  IconMoodNeutral,
  IconMoodSad,
  IconMoodSmile,
} from '@tabler/icons-react'
import { sentimentOfMean, sentimentWord } from '../../contract/features/sentiment'
import classes from './Evidence.module.css'
import {
  count,
  notGiven,
  scoreFigure,
  sentimentText,
  signedFigure,
  trendText,
  trendWord,
  unknownMark,
} from './record-words'
import { type Column, ofCounts, ofFigures } from './table/columns'

export const moods = { Positive: IconMoodSmile, Neutral: IconMoodNeutral, Negative: IconMoodSad } as const

export const isMood = (word: string): word is keyof typeof moods => Object.hasOwn(moods, word)

interface SentimentProps {
  readonly sentimentCategory: string | null
  readonly sentimentScore: number | null
  readonly sentimentConfidence: number | null
}

/** Renders nothing where the service gives no sentiment. */
export function Sentiment(props: SentimentProps) {
  const word = sentimentWord(props)
  if (word === null) return null
  const mood = isMood(word) ? word : 'Neutral'
  const Icon = moods[mood]
  return (
    <span className={classes.mark} data-tone={mood} title="Sentiment, from −1 to 1">
      <Icon size={14} stroke={1.8} aria-hidden />
      <span className={classes.text}>{sentimentText(props)}</span>
    </span>
  )
}

/** A mean where a line has little room: the shape and the figure; the word is in the title and for screen readers. */
export function ShortSentiment({ score }: { readonly score: number }) {
  const word = sentimentOfMean(score)
  const Icon = moods[word]
  return (
    <span className={classes.mark} data-tone={word} title={`${word}. Sentiment, from −1 to 1`}>
      <Icon size={14} stroke={1.8} aria-hidden />
      <span>
        <VisuallyHidden>{word} · </VisuallyHidden>
        {signedFigure(score)}
      </span>
    </span>
  )
}

/** The mean of several pieces of feedback. */
export function MeanSentiment({ score }: { readonly score: number | null }) {
  if (score === null) return <span className={classes.none}>{notGiven}</span>
  return <Sentiment sentimentCategory={sentimentOfMean(score)} sentimentScore={score} sentimentConfidence={null} />
}

const arrows = { Rising: IconArrowUp, Falling: IconArrowDown, Steady: IconArrowRight } as const

export function Trend({ trend }: { readonly trend: number | null }) {
  if (trend === null) return <span className={classes.none}>{unknownMark}</span>
  const word = trendWord(trend)
  const Icon = arrows[word]
  return (
    <span className={classes.mark} data-tone={word}>
      <Icon size={14} stroke={2} aria-hidden />
      <span className={classes.text}>{trendText(trend)}</span>
    </span>
  )
}

interface ColumnPlace {
  readonly hideBelow?: number
}

/** The number that ranks records by their evidence. */
export function strongestColumn<Row extends { readonly strongest: number | null }>(
  place: ColumnPlace = {},
): Column<Row> {
  return {
    ...place,
    ...{ id: 'strongest', heading: 'Top score', sortName: 'Top score of its insights', width: 78 },
    align: 'end',
    defaultDirection: 'descending',
    orderWords: ofFigures,
    cell: ({ strongest }) => (
      <span className={strongest === null ? classes.none : classes.score}>
        {strongest === null ? unknownMark : scoreFigure(strongest)}
      </span>
    ),
  }
}

export function sentimentColumn<Row extends { readonly sentiment: number | null }>(
  place: ColumnPlace = {},
): Column<Row> {
  return {
    ...place,
    ...{ id: 'sentiment', heading: 'Sentiment', sortName: 'Average sentiment', width: 124 },
    defaultDirection: 'ascending',
    orderWords: { ascending: 'most negative first', descending: 'most positive first' },
    cell: ({ sentiment }) => <MeanSentiment score={sentiment} />,
  }
}

export function risingColumn<Row extends { readonly rising: number }>(place: ColumnPlace = {}): Column<Row> {
  return {
    ...place,
    ...{ id: 'rising', heading: 'Rising', sortName: 'Rising insights', width: 66 },
    align: 'end',
    defaultDirection: 'descending',
    orderWords: ofCounts,
    cell: ({ rising }) =>
      rising === 0 ? (
        <span className={classes.none}>0</span>
      ) : (
        <span className={classes.mark} data-tone="Rising">
          <IconArrowUp size={14} stroke={2} aria-hidden />
          {count(rising)}
        </span>
      ),
  }
}
