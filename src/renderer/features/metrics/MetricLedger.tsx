// The changes made to the metric from this computer. Activity lists them all.
import { Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ActivityEntry } from '../../../contract/features/activity'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOptionsFor } from '../../client/queries'
import { Section } from '../../records/DetailParts'
import details from '../../records/details.module.css'
import { shownTitle } from '../../records/record-words'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { RelativeTime } from '../../ui/RelativeTime'
import { wordsFor } from '../../ui/words'
import { idsInBody, StateMark } from '../activity'
import { metricTexts } from './metric-words'
import classes from './metrics.module.css'

/** The rest is one click away. */
const shown = 10

const verbs: Partial<Readonly<Record<ActivityEntry['kind'], string>>> = {
  linkMetric: 'Link goals',
  unlinkMetric: 'Unlink goals',
}

interface MetricLedgerProps {
  readonly workspace: WorkspaceRef
  readonly metricId: string
}

export function MetricLedger({ workspace, metricId }: MetricLedgerProps) {
  const { data, error, refetch } = useQuery(
    queryOptionsFor('activity', 'query', { workspace, text: '', targetId: metricId, offset: 0, limit: shown }),
  )
  const entries = data?.rows.filter(({ kind }) => verbs[kind] !== undefined) ?? []
  return (
    <Section title="Link history">
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data && entries.length === 0 && (
        <Text size="sm" c="dimmed">
          {metricTexts.noLinksYet}
        </Text>
      )}
      <ul className={classes.ledger}>
        {entries.map((entry) => (
          <li key={entry.changeId} className={classes.entry}>
            <Link to={`/activity/${encodeURIComponent(entry.changeId)}`} className={classes.quietLink}>
              {verbs[entry.kind]}
            </Link>
            <StateMark {...entry} />
            <span className={`${details.muted} ${classes.when}`}>
              <RelativeTime at={entry.createdAt} />
            </span>
            <div className={classes.goals}>
              <ChangedGoals workspace={workspace} changeId={entry.changeId} />
              {entry.error && <div className={details.muted}>{wordsFor(entry.error).title}</div>}
            </div>
          </li>
        ))}
      </ul>
      {data && data.total > shown && (
        <Text size="sm" mt="xs">
          <Link to={`/activity?${new URLSearchParams({ q: metricId })}`} className={classes.link}>
            View all in Activity
          </Link>
        </Text>
      )}
    </Section>
  )
}

const named = 2

interface ChangedGoalsProps {
  readonly workspace: WorkspaceRef
  readonly changeId: string
}

function ChangedGoals({ workspace, changeId }: ChangedGoalsProps) {
  const { data } = useQuery(queryOptionsFor('activity', 'get', { workspace, changeId }))
  const ids = idsInBody(data?.body, 'outcomeIds')
  const shown = ids.slice(0, named)
  const goals = useQueries({ queries: shown.map((id) => queryOptionsFor('outcomes', 'get', { workspace, id })) })
  if (ids.length === 0 || goals.some(({ isPending }) => isPending)) return null
  // A goal without insights shows its id, as it does among the linked goals.
  const names = goals.map(({ data: goal }, place) => {
    if (goal === undefined) return shown[place]
    return goal.hideContent ? 'a hidden goal' : shownTitle(goal)
  })
  const others = ids.length - shown.length
  return (
    <span dir="auto">
      {names.join(', ')}
      {others > 0 && ` and ${others} more`}
    </span>
  )
}
