import { IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { InsightRow } from '../../../contract/features/insights'
import type { RelatedTo } from '../../../contract/features/listing'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import { ErrorNotice } from '../ErrorNotice'
import { Section } from './DetailParts'
import classes from './details.module.css'
import { InsightMarks } from './InsightMarks'
import { insightKind, recordPath } from './record-kind'
import { relatedPath } from './related-to'

const shownRows = 6

function InsightItem({ row }: { readonly row: InsightRow }) {
  return (
    <li className={classes.item}>
      <Link to={recordPath(insightKind, row.id)} className={classes.itemTitle ?? ''} dir="auto">
        {row.hideContent ? (
          <span className={classes.masked}>
            <IconEyeOff size={14} stroke={1.8} aria-hidden /> Hidden content
          </span>
        ) : (
          row.title
        )}
      </Link>
      <InsightMarks {...row} />
    </li>
  )
}

/** The strongest insights that carry a record, and the way to all of them. */
export function InsightMentions({ relatedTo }: { readonly relatedTo: RelatedTo }) {
  const { ref: workspace } = useWorkspace()
  const { data, error, refetch } = useQuery(
    queryOf('insights', 'query', {
      workspace,
      filter: { relatedTo },
      sort: { column: 'combinedScore', direction: 'descending' },
      offset: 0,
      limit: shownRows,
    }),
  )
  if (error !== null) {
    return (
      <Section title="Insights">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Section>
    )
  }
  if (data === undefined) return null
  return (
    <Section title="Insights" total={data.total}>
      <ul className={classes.list}>
        {data.rows.map((row) => (
          <InsightItem key={row.id} row={row} />
        ))}
      </ul>
      {data.total > 0 && (
        <Link to={relatedPath(insightKind, relatedTo)} className={classes.more ?? ''}>
          Show all in Insights
        </Link>
      )}
    </Section>
  )
}
