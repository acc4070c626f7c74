import { IconGhost2 } from '@tabler/icons-react'
import type { FeedbackRow } from '../../../contract/features/feedback'
import { EmptyState } from '../../ui/EmptyState'
import { Fact, Facts } from '../../ui/records/DetailParts'
import classes from '../../ui/records/details.module.css'
import { FeedbackItem } from '../../ui/records/FeedbackItem'
import { InsightMentions } from '../../ui/records/InsightMentions'

interface FeedbackDetailsProps {
  /** null: not among the rows that are held. */
  readonly feedback: FeedbackRow | null
  /** The rows were read. */
  readonly isRead: boolean
}

export function FeedbackDetails({ feedback, isRead }: FeedbackDetailsProps) {
  if (feedback === null) {
    return (
      <div className={classes.scroller}>
        {isRead && (
          <EmptyState icon={<IconGhost2 size={22} />} title="Not on this part of the list">
            Search for it, or choose it from the list.
          </EmptyState>
        )}
      </div>
    )
  }
  return (
    <div className={classes.scroller} key={feedback.id}>
      <ul className={classes.list}>
        <FeedbackItem feedback={feedback} />
      </ul>
      <InsightMentions relatedTo={{ kind: 'feedback', id: feedback.id }} />
      <Facts record={feedback}>
        {feedback.submittedBy !== null && (
          <Fact name="Submitted by">
            <span dir="auto">{feedback.submittedBy}</span>
          </Fact>
        )}
      </Facts>
    </div>
  )
}
