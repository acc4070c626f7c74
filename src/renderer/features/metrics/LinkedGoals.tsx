import { ActionIcon, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Metric } from '../../../contract/features/metrics'
import { useEnvironment } from '../../app/workspace'
import { RelativeTime } from '../../ui/RelativeTime'
import classes from './metrics.module.css'
import type { Relating } from './use-relate'

interface LinkedGoalsProps {
  readonly metric: Metric
  readonly relating: Relating
}

function counted(waiting: number): string {
  return waiting === 1 ? 'One change is on its way.' : `${waiting} changes are on their way.`
}

/** The ledger: as far as done from here and confirmed. */
export function LinkedGoals({ metric: { links, waiting }, relating }: LinkedGoalsProps) {
  const { isLocked } = useEnvironment()
  return (
    <section aria-label="Linked goals" className={classes.section}>
      <Title order={3} size="h6">
        Linked goals <span className={classes.quiet}>{links.length}</span>
      </Title>
      <Text size="xs" c="dimmed">
        Only what was linked from this computer. The service does not say what was linked elsewhere.
      </Text>
      {waiting > 0 && (
        <Text size="sm" mt={6} role="status">
          {counted(waiting)}
        </Text>
      )}
      <ul className={classes.chips}>
        {links.map(({ outcomeId, title, linkedAt }) => (
          <li key={outcomeId} className={classes.chip}>
            {title === null ? (
              <code>{outcomeId}</code>
            ) : (
              <Link to={`/goals/${encodeURIComponent(outcomeId)}`} dir="auto">
                {title}
              </Link>
            )}
            <span className={classes.quiet}>
              linked here, <RelativeTime at={linkedAt} />
            </span>
            {!isLocked && (
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                disabled={relating.isRunning}
                aria-label={`Unlink ${title ?? outcomeId}`}
                onClick={() => void relating.relate('remove', [outcomeId])}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
