import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { RelatedTo } from '../../../contract/features/listing'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import { ErrorNotice } from '../ErrorNotice'
import { Section } from './DetailParts'
import classes from './details.module.css'
import { FeedbackItem } from './FeedbackItem'
import { feedbackKind } from './record-kind'
import { relatedPath } from './related-to'

const shownRows = 3

/** The newest feedback behind a record, word for word, and the way to all of it. */
export function FeedbackList({ relatedTo }: { readonly relatedTo: RelatedTo }) {
  const { ref: workspace } = useWorkspace()
  const { data, error, refetch } = useQuery(
    queryOf('feedback', 'query', {
      workspace,
      text: '',
      relatedTo,
      sort: { column: 'createdAt', direction: 'descending' },
      offset: 0,
      limit: shownRows,
    }),
  )
  if (error !== null) {
    return (
      <Section title="Feedback">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Section>
    )
  }
  if (data === undefined || data.total === 0) return null
  return (
    <Section title="Feedback" total={data.total}>
      <ul className={classes.list}>
        {data.rows.map((row) => (
          <FeedbackItem key={row.id} feedback={row} />
        ))}
      </ul>
      <Link to={relatedPath(feedbackKind, relatedTo)} className={classes.more ?? ''}>
        All feedback
      </Link>
    </Section>
  )
}
