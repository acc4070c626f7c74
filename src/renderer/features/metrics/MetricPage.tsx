import { Box, Button, Group, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { appApi } from '../../../contract/app'
import type { Metric } from '../../../contract/features/metrics'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { mutationOptionsFor } from '../../client/queries'
import { OnThisComputer } from '../../records/triage/OnThisComputer'
import { announce } from '../../ui/announce'
import { CopyId } from '../../ui/CopyId'
import { confirm } from '../../ui/confirm'
import { isStillAt } from '../../ui/current-location'
import { leaveOnEscape } from '../../ui/leave-on-escape'
import { NameDialog } from '../../ui/NameDialog'
import { notifyError } from '../../ui/notify'
import type { WantedGoals } from './goal-choice'
import { LinkedGoals } from './LinkedGoals'
import { LinkGoals } from './LinkGoals'
import { MetricLedger } from './MetricLedger'
import { metricName, metricTexts } from './metric-words'
import classes from './metrics.module.css'
import { useRelate } from './use-relate'

interface MetricPageProps {
  readonly workspace: WorkspaceRef
  readonly metric: Metric
}

const Renaming = z.object({ name: appApi.metrics.save.input.shape.label })

function useRemoval({ workspace, metric, onRemoved }: MetricPageProps & { readonly onRemoved: () => void }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const name = metricName(metric)
  const { mutate } = useMutation({
    ...mutationOptionsFor('metrics', 'remove'),
    // Also runs when main's push has already removed the page.
    onSuccess() {
      announce(`${name} removed`)
      if (!isStillAt(pathname)) return
      onRemoved()
      return navigate('/metrics')
    },
    onError: notifyError,
  })
  return async () => {
    const isConfirmed = await confirm({
      title: metricTexts.removeMetric,
      text: `This removes ${name} from your list on this computer. Its goals stay linked in the service.`,
      confirmLabel: 'Remove',
      tone: 'calm',
    })
    if (isConfirmed) mutate({ workspace, metricId: metric.metricId })
  }
}

interface WholePageProps extends MetricPageProps {
  readonly region: RefObject<HTMLElement | null>
  readonly wanted: WantedGoals
  /** The metric is removed, and its page about to disappear. */
  readonly onRemoved: () => void
}

export function MetricPage({ workspace, metric, region, wanted, onRemoved }: WholePageProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const linked = new Set(metric.links.map(({ outcomeId }) => outcomeId))
  const relating = useRelate(workspace, metric.metricId, linked)
  const remove = useRemoval({ workspace, metric, onRemoved })
  return (
    <>
      <section
        ref={region}
        tabIndex={-1}
        aria-label="Metric details"
        className={classes.page}
        onKeyDown={leaveOnEscape(() => region.current?.focus())}
      >
        <Title order={2} size="h4" dir="auto">
          {metricName(metric)}
        </Title>
        <Box mt={4} mb={10}>
          <CopyId id={metric.metricId} />
        </Box>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => setIsRenaming(true)}>
            Rename…
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => void remove()}>
            Remove from list…
          </Button>
        </Group>
        <LinkGoals
          workspace={workspace}
          metricId={metric.metricId}
          linked={linked}
          relating={relating}
          wanted={wanted}
        />
        <LinkedGoals metric={metric} relating={relating} />
        <OnThisComputer
          key={metric.metricId}
          kind="metric"
          id={metric.metricId}
          record={{ title: metricName(metric) }}
        />
        <MetricLedger workspace={workspace} metricId={metric.metricId} />
      </section>
      {isRenaming && (
        <NameDialog
          title="Rename metric"
          label="Metric name"
          description={metricTexts.noName}
          action="Save name"
          name={metric.label}
          schema={Renaming}
          save={(label) => client.metrics.save({ workspace, metricId: metric.metricId, label })}
          onSaved={(name) => announce(name === '' ? 'Name removed' : `Metric renamed to ${name}`)}
          onClose={() => setIsRenaming(false)}
        />
      )}
    </>
  )
}
