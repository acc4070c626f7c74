import { IconChartLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Metric } from '../../../contract/features/metrics'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { metricKind, recordPath } from '../../records/record-kind'
import { count, shownTitle } from '../../records/record-words'
import { AddButton } from '../../records/side-list/AddForm'
import { ExportSideList } from '../../records/side-list/ExportSideList'
import { SideList } from '../../records/side-list/SideList'
import { useSideList } from '../../records/side-list/use-side-list'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { TwoColumns } from '../../ui/TwoColumns'
import { AddMetricForm, useTypedMetric } from './AddMetricForm'
import { useGoalsFromAddress } from './goal-choice'
import { MetricPage } from './MetricPage'
import { goalsText, metricName, metricTexts } from './metric-words'

export function MetricsView() {
  const { ref: workspace } = useWorkspace()
  const { data: metrics, error, refetch } = useQuery(queryOptionsFor('metrics', 'list', { workspace }))
  const wanted = useGoalsFromAddress()
  // Adds `id`, the name by which all lists know it.
  const rows = useMemo(() => metrics?.map((each) => ({ ...each, id: each.metricId })), [metrics])
  const list = useSideList({
    kind: metricKind,
    rows,
    wordsOf: metricWords,
    hasDraft: useTypedMetric(workspace).read() !== null,
  })
  const { id, region } = list.open
  const metric = metrics?.find(({ metricId }) => metricId === id)
  const side = (
    <AddMetricForm workspace={workspace} metrics={metrics ?? []} adding={list.adding}>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {metrics && (
        <SideList
          kind={metricKind}
          list={list}
          groups={[{ label: 'Your metrics', rows: list.shown }]}
          itemOf={itemOf}
        />
      )}
    </AddMetricForm>
  )
  const tools = (
    <>
      <ExportSideList kind={metricKind} list={list} source={{ view: 'metrics', query: { workspace } }} />
      <AddButton adding={list.adding} label="Add metric" />
    </>
  )
  return (
    <TwoColumns view="metrics" title="Metrics" intro={metricTexts.about} tools={tools} side={side} openId={id}>
      {metric && (
        <MetricPage
          key={metric.metricId}
          {...{ workspace, metric, region, wanted }}
          onRemoved={() => list.leave(metric.metricId)}
        />
      )}
      {id !== null && metrics && !metric && (
        <EmptyState icon={<IconChartLine size={22} />} title="This metric isn’t on your list">
          Add it by its ID, {id}, to link goals to it.
        </EmptyState>
      )}
      {id === null && metrics?.length === 0 && (
        <EmptyState icon={<IconChartLine size={22} />} title="No metrics yet">
          {wanted.ids.length === 0 ? (
            metricTexts.noMetrics
          ) : (
            <>
              Add a metric by its ID to link <WantedGoals ids={wanted.ids} /> to it.
            </>
          )}
        </EmptyState>
      )}
      {id === null && metrics !== undefined && metrics.length > 0 && (
        <EmptyState icon={<IconChartLine size={22} />} title="No metric selected">
          {wanted.ids.length === 0 ? (
            metricTexts.selectMetric
          ) : (
            <>
              Select a metric to link <WantedGoals ids={wanted.ids} /> to it, or add another.
            </>
          )}
        </EmptyState>
      )}
    </TwoColumns>
  )
}

/** The title of a single goal, or the number of goals. */
function WantedGoals({ ids }: { readonly ids: readonly string[] }) {
  const { ref: workspace } = useWorkspace()
  const [id = ''] = ids
  const { data: goal } = useQuery({
    ...queryOptionsFor('outcomes', 'get', { workspace, id }),
    enabled: ids.length === 1,
  })
  if (goal === undefined || goal.hideContent) return goalsText(ids.length)
  return <span dir="auto">“{shownTitle(goal)}”</span>
}

/** The changing parts come first: an id is wider than the row. */
function detail({ label, metricId, links, waiting }: Metric): string {
  const parts = [
    links.length === 0 ? 'no goals linked' : goalsText(links.length),
    ...(waiting === 0 ? [] : [`${count(waiting)} waiting`]),
    ...(label === '' ? [] : [metricId]),
  ]
  return parts.join(' · ')
}

const itemOf = (metric: Metric) => ({
  to: recordPath(metricKind, metric.metricId),
  title: metricName(metric),
  detail: detail(metric),
})

const metricWords = ({ label, metricId }: Metric) => `${label} ${metricId}`
