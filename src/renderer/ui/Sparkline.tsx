import { VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import classes from './Sparkline.module.css'
import { lineSize, type ScoreName, type ScoreReading, scoreLine } from './score-line'

interface SparklineProps {
  readonly points: readonly ScoreReading[]
  readonly name: ScoreName
  /** Name of the scores, before the words about them: "Score". */
  readonly label: string
}

/** The course of a score, small enough to stand beside it. Nothing for fewer than two scores. */
export const Sparkline = memo(function Sparkline({ points, name, label }: SparklineProps) {
  const line = scoreLine(points, name)
  if (line === null) return null
  const { width, height } = lineSize
  return (
    <span className={classes.sparkline} title={line.words}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
        {line.pieces.map((piece) => (
          <polyline
            key={piece[0]?.x}
            className={classes.line}
            points={piece.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
          />
        ))}
        <circle className={classes.end} cx={line.last.x} cy={line.last.y} r={2.5} />
      </svg>
      <VisuallyHidden>
        {label} over time: {line.words}.
      </VisuallyHidden>
    </span>
  )
})
