import type { InsightDetail } from '../../../contract/features/insights'
import { RelativeTime } from '../../ui/RelativeTime'
import classes from './InsightDetails.module.css'
import { barShare, count, scoreText } from './insight-words'

interface ScoreLineProps {
  readonly name: string
  readonly score: number | null
  readonly explanation: string
  /** The score has an upper bound of 1, so a bar can tell how much of it is reached. */
  readonly hasBar?: boolean
}

function ScoreLine({ name, score, explanation, hasBar = false }: ScoreLineProps) {
  return (
    <div className={classes.scoreLine}>
      <dt>{name}</dt>
      <dd>
        <span className={classes.scoreValue} data-missing={score === null || undefined}>
          {scoreText(score)}
        </span>
        {hasBar && score !== null && (
          <span className={classes.scoreBar} aria-hidden>
            <span style={{ width: `${Math.round(barShare(score) * 100)}%` }} />
          </span>
        )}
        <span className={classes.explanation}>{explanation}</span>
      </dd>
    </div>
  )
}

/** The three scores with what they mean (API document, "Insight"). */
export function DetailScores({ insight }: { readonly insight: InsightDetail }) {
  return (
    <section aria-label="Scores" className={classes.section}>
      <h3 className={classes.sectionTitle}>Scores</h3>
      <dl className={classes.scores}>
        <ScoreLine
          name="Score"
          score={insight.combinedScore}
          explanation="Strength and momentum weighed together. From 0 up."
          hasBar
        />
        <ScoreLine
          name="Strength"
          score={insight.strengthScore}
          explanation="How well it is supported: Wilson score plus corroboration. From 0 to 1."
          hasBar
        />
        <ScoreLine
          name="Momentum"
          score={insight.momentumScore}
          explanation="How recent it is, and whether it comes in bursts. From 0 up."
        />
      </dl>
      <p className={classes.quiet}>
        {count(insight.strength)} {insight.strength === 1 ? 'connection' : 'connections'} to other records.
        {insight.lastScoreCalculatedAt !== null && (
          <>
            {' '}
            Scores calculated <RelativeTime at={insight.lastScoreCalculatedAt} />.
          </>
        )}
      </p>
    </section>
  )
}
