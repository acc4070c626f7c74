import { Tooltip, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { InsightDetail } from '../../../contract/features/insights'
import { insightCounts, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import details from '../../records/details.module.css'
import { Sparkline } from '../../ui/Sparkline'
import type { ScoreName } from '../../ui/score-line'
import { insightTexts, scoreText } from './insight-words'
import classes from './insights.module.css'

const scores: readonly { readonly name: string; readonly field: ScoreName; readonly meaning: string }[] = [
  { name: 'Score', field: 'combinedScore', meaning: 'Strength and momentum combined. 0 or more' },
  { name: 'Strength', field: 'strengthScore', meaning: 'How much independent feedback supports it. 0 to 1' },
  { name: 'Momentum', field: 'momentumScore', meaning: 'How much new feedback arrived recently. 0 or more' },
]

/** The three scores in one line, each with its history and, on hover or focus, its meaning (API document, "Insight"). */
export const DetailScores = memo(function DetailScores({ insight }: { readonly insight: InsightDetail }) {
  const { ref: workspace } = useWorkspace()
  const { data: { greatestScore } = { greatestScore: null } } = useQuery(insightCounts(workspace))
  const isScored = scores.some(({ field }) => insight[field] !== null)
  const { data: history = [] } = useQuery(queryOptionsFor('insights', 'scoreHistory', { workspace, id: insight.id }))
  if (!isScored) return <p className={`${details.muted} ${classes.afterwards}`}>{insightTexts.notScoredYet}</p>
  return (
    <section aria-label="Scores" className={details.section}>
      <dl className={classes.scoreLine}>
        {scores.map(({ name, field, meaning }) => {
          const highest = field === 'combinedScore' && greatestScore !== null
          const text = `${meaning}${highest ? `; highest here: ${scoreText(greatestScore)}` : ''}.`
          return (
            <div key={field}>
              <dt>
                <Tooltip label={text} withArrow events={{ hover: true, focus: true, touch: true }}>
                  <button type="button" className={classes.explained}>
                    {name}
                    <VisuallyHidden>: {text}</VisuallyHidden>
                  </button>
                </Tooltip>
              </dt>
              <dd className={classes.scoreValue} data-missing={insight[field] === null || undefined}>
                {scoreText(insight[field])} <Sparkline points={history} name={field} label={name} />
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
})
