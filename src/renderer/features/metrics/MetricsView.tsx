import { IconChartLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { metricKind } from '../../ui/records/record-kind'
import { useSideList } from '../../ui/side-list/use-side-list'
import { TwoColumns } from '../../ui/TwoColumns'
import { AddMetricForm } from './AddMetricForm'
import { MetricList, metricWords } from './MetricList'
import { MetricPage } from './MetricPage'
import { goalsText } from './metric-words'
import { useGoalsFromAddress } from './use-goals-from-address'

const intro = 'Your own list of metrics, kept on this computer.'

export function MetricsView() {
  const { ref: workspace } = useWorkspace()
  const { data: metrics, error, refetch } = useQuery(queryOf('metrics', 'list', { workspace }))
  const wanted = useGoalsFromAddress()
  const rows = useMemo(() => metrics?.map((each) => ({ ...each, id: each.metricId })), [metrics])
  const list = useSideList({ kind: metricKind, rows, wordsOf: metricWords })
  const { id, region } = list.open
  const metric = metrics?.find(({ metricId }) => metricId === id)
  const side = (
    <>
      <AddMetricForm
        workspace={workspace}
        metrics={metrics ?? []}
        idField={list.idField}
        onLeave={() => list.toRows('active') || list.idField.current?.closest('main')?.focus()}
      />
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {metrics && <MetricList list={list} />}
    </>
  )
  return (
    <TwoColumns title="Metrics" intro={intro} side={side} openId={id}>
      {metric && (
        <MetricPage
          key={metric.metricId}
          {...{ workspace, metric, region, wanted }}
          onRemoved={() => list.leave(metric.metricId)}
        />
      )}
      {id !== null && metrics && !metric && (
        <EmptyState icon={<IconChartLine size={22} />} title="This metric isn’t on your list">
          Add it by its id, {id}, to link goals to it.
        </EmptyState>
      )}
      {id === null && metrics?.length === 0 && (
        <EmptyState icon={<IconChartLine size={22} />} title="No metrics yet">
          Add a metric by its id from your analytics tool, then link goals to it.
        </EmptyState>
      )}
      {id === null && metrics !== undefined && metrics.length > 0 && (
        <EmptyState icon={<IconChartLine size={22} />} title="No metric selected">
          {wanted.ids.length === 0
            ? 'Select a metric to link goals to it, or add another.'
            : `Select a metric to link ${goalsText(wanted.ids.length)} to it, or add another.`}
        </EmptyState>
      )}
    </TwoColumns>
  )
}
