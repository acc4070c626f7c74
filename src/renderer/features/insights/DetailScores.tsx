import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { InsightDetail, ScorePoint } from '../../../contract/features/insights'
import { insightCounts, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { Section } from '../../records/DetailParts'
import details from '../../records/details.module.css'
import { count } from '../../records/record-words'
import { RelativeTime } from '../../ui/RelativeTime'
import { Sparkline } from '../../ui/Sparkline'
import type { ScoreName } from '../../ui/score-line'
import { barShare, scoreText } from './insight-words'
import classes from './insights.module.css'

interface ScoreLineProps {
  readonly name: string
  readonly field: ScoreName
  readonly insight: InsightDetail
  readonly history: readonly ScorePoint[]
  readonly explanation: string
  /** Where the bar is full; none: no bar. */
  readonly upTo?: number
}

function ScoreLine({ name, field, insight, history, explanation, upTo }: ScoreLineProps) {
  const score = insight[field]
  return (
    <div className={classes.scoreLine}>
      <dt>{name}</dt>
      <dd>
        <span className={classes.scoreValue} data-missing={score === null || undefined}>
          {scoreText(score)}
        </span>
        {upTo !== undefined && score !== null && (
          <span className={classes.scoreBar} aria-hidden>
            <span style={{ width: `${Math.round(barShare(score, upTo) * 100)}%` }} />
          </span>
        )}
        <span className={classes.explanation}>
          {explanation} <Sparkline points={history} name={field} label={name} />
        </span>
      </dd>
    </div>
  )
}

/** The three scores with what they mean (API document, "Insight"). */
export const DetailScores = memo(function DetailScores({ insight }: { readonly insight: InsightDetail }) {
  const { ref: workspace } = useWorkspace()
  const { data: { greatestScore } = { greatestScore: null } } = useQuery(insightCounts(workspace))
  const highest = greatestScore === null ? '' : `; highest here: ${scoreText(greatestScore)}`
  const { data: history = [] } = useQuery(queryOptionsFor('insights', 'scoreHistory', { workspace, id: insight.id }))
  return (
    <Section title="Scores">
      <dl className={classes.scores}>
        <ScoreLine
          name="Score"
          field="combinedScore"
          {...{ insight, history }}
          explanation={`Strength and momentum combined. 0 and up${highest}.`}
          upTo={greatestScore ?? 1}
        />
        <ScoreLine
          name="Strength"
          field="strengthScore"
          {...{ insight, history }}
          explanation="How well the evidence supports it: Wilson score plus corroboration. 0 to 1."
          upTo={1}
        />
        <ScoreLine
          name="Momentum"
          field="momentumScore"
          {...{ insight, history }}
          explanation="How recent the evidence is, and whether it comes in bursts. 0 and up."
        />
      </dl>
      <p className={`${details.muted} ${classes.afterwards}`}>
        {count(insight.strength)} {insight.strength === 1 ? 'connection' : 'connections'} to other records.
        {insight.lastScoreCalculatedAt !== null && (
          <>
            {' '}
            Scores calculated <RelativeTime at={insight.lastScoreCalculatedAt} />.
          </>
        )}
      </p>
    </Section>
  )
})
