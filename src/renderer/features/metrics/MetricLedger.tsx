// What was done to the metric from this computer. The activity is not kept by target, so it is searched for the id, and
// only the newest changes that have it are looked through; the rest is under Activity.
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ActivityEntry } from '../../../contract/features/activity'
import { stateText } from '../../../contract/features/activity-words'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOf } from '../../client/queries'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { RelativeTime } from '../../ui/RelativeTime'
import { wordsFor } from '../../ui/words'
import { ChangedGoals } from './ChangedGoals'
import classes from './metrics.module.css'

const lookedThrough = 500
/** The rest is a click away. */
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
    queryOf('activity', 'query', { workspace, text: metricId, offset: 0, limit: lookedThrough }),
  )
  const entries = data?.rows.filter(({ kind, targetId }) => verbs[kind] !== undefined && targetId === metricId) ?? []
  return (
    <section aria-label="Link history" className={classes.section}>
      <Title order={3} size="h6">
        Link history
      </Title>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data && entries.length === 0 && (
        <Text size="sm" c="dimmed">
          No links yet.
        </Text>
      )}
      <ul className={classes.ledger}>
        {entries.slice(0, shown).map((entry) => (
          <li key={entry.changeId} className={classes.entry}>
            <Link to={`/activity/${encodeURIComponent(entry.changeId)}`}>{verbs[entry.kind]}</Link>
            <ChangedGoals workspace={workspace} changeId={entry.changeId} />
            <span className={classes.quiet}>
              <RelativeTime at={entry.createdAt} />
            </span>
            <span>{stateText(entry)}</span>
            {entry.error && <span className={classes.quiet}>{wordsFor(entry.error).title}</span>}
          </li>
        ))}
      </ul>
      {entries.length > shown && (
        <Text size="sm" mt="xs">
          <Link to={`/activity?${new URLSearchParams({ q: metricId })}`} className={classes.link ?? ''}>
            View all in Activity
          </Link>
        </Text>
      )}
    </section>
  )
}
