import { Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Metric } from '../../../contract/features/metrics'
import { useKey } from '../../ui/keys'
import { SideLink, SideList } from '../../ui/TwoColumns'
import { goalsText, metricName, metricPath } from './metric-words'

/** From this many on, looking through the list by eye takes longer than typing. */
export const many = 8

function detail({ label, metricId, links, waiting }: Metric): string {
  const parts = [
    ...(label === '' ? [] : [metricId]),
    links.length === 0 ? 'no goal linked here' : goalsText(links.length),
    ...(waiting === 0 ? [] : [`${waiting} waiting`]),
  ]
  return parts.join(' · ')
}

export function MetricList({ metrics }: { readonly metrics: readonly Metric[] }) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const hasSearch = metrics.length >= many
  useKey('/', () => field.current?.focus(), { description: 'Search metrics', group: 'Metrics', enabled: hasSearch })
  if (metrics.length === 0) return null

  const wanted = hasSearch ? text.trim().toLowerCase() : ''
  const shown = metrics.filter(({ label, metricId }) => `${label} ${metricId}`.toLowerCase().includes(wanted))
  return (
    <>
      {hasSearch && (
        <TextInput
          ref={field}
          role="searchbox"
          aria-label="Search metrics"
          aria-keyshortcuts="/"
          placeholder="Search"
          size="xs"
          mt="lg"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          leftSection={<IconSearch size={14} stroke={1.8} aria-hidden />}
        />
      )}
      <SideList label="Register">
        {shown.map((metric) => (
          <SideLink
            key={metric.metricId}
            to={metricPath(metric.metricId)}
            title={metricName(metric)}
            detail={detail(metric)}
          />
        ))}
      </SideList>
      {shown.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          No metric matches.
        </Text>
      )}
    </>
  )
}
