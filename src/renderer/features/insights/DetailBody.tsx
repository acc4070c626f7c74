import { memo } from 'react'
import type { InsightDetail } from '../../../contract/features/insights'
import { DetailFacts } from './DetailFacts'
import { DetailFeedback } from './DetailFeedback'
import { DetailRelated } from './DetailRelated'
import { DetailScores } from './DetailScores'
import classes from './InsightDetails.module.css'

interface DetailBodyProps {
  readonly insight: InsightDetail
  readonly isMasked: boolean
}

/** Long, and the same while one types into the search: not drawn again for that. */
export const DetailBody = memo(function DetailBody({ insight, isMasked }: DetailBodyProps) {
  return (
    <>
      {!isMasked && (
        <p className={classes.description} dir="auto">
          {insight.description}
        </p>
      )}
      <DetailScores insight={insight} />
      {!isMasked && <DetailRelated insight={insight} />}
      {!isMasked && <DetailFeedback feedback={insight.feedback} />}
      <DetailFacts insight={insight} />
    </>
  )
})
