import type { Metric } from '../../../contract/features/metrics'
import { metricKind } from '../../ui/records/record-kind'
import { SideRows } from '../../ui/side-list/SideRows'
import type { SideListState } from '../../ui/side-list/use-side-list'
import { goalsText, metricName, metricPath } from './metric-words'

/** With the id under the name that all lists know it by. */
export type MetricRow = Metric & { readonly id: string }

/** What may change comes first: an id is longer than the room there is. */
function detail({ label, metricId, links, waiting }: Metric): string {
  const parts = [
    links.length === 0 ? 'no goals linked' : goalsText(links.length),
    ...(waiting === 0 ? [] : [`${waiting} waiting`]),
    ...(label === '' ? [] : [metricId]),
  ]
  return parts.join(' · ')
}

const itemOf = (metric: Metric) => ({
  to: metricPath(metric.metricId),
  title: metricName(metric),
  detail: detail(metric),
})

export const metricWords = ({ label, metricId }: Metric) => `${label} ${metricId}`

export function MetricList({ list }: { readonly list: SideListState<MetricRow> }) {
  return (
    <SideRows kind={metricKind} list={list} groups={[{ label: 'Your metrics', rows: list.shown }]} itemOf={itemOf} />
  )
}
