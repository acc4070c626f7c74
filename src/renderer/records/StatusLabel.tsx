import {
  IconArchive,
  IconCalendar,
  IconCircle,
  IconCircleCheck,
  IconCircleX,
  IconProgress,
  IconRocket,
  IconSparkles,
} from '@tabler/icons-react'
import classes from './cells.module.css'
import { statusWord } from './record-words'
import type { Column } from './table/columns'

const icons = new Map([
  ['New', IconSparkles],
  ['Backlog', IconArchive],
  ['Planned', IconCalendar],
  ['InProgress', IconProgress],
  ['InDevelopment', IconProgress],
  ['Complete', IconCircleCheck],
  ['Solved', IconCircleCheck],
  ['Live', IconRocket],
  ['Cancelled', IconCircleX],
])

/** Icon and word; an unknown status is shown as it is. */
export function StatusLabel({ status }: { readonly status: string }) {
  const Icon = icons.get(status) ?? IconCircle
  return (
    <span className={classes.status} title={statusWord(status)}>
      <Icon size={14} stroke={1.8} aria-hidden />
      <span className={classes.statusWord}>{statusWord(status)}</span>
    </span>
  )
}

export function statusColumn<Row extends { readonly status: string }>(width: number): Column<Row> {
  return {
    id: 'status',
    heading: 'Status',
    hideBelow: 180,
    width,
    defaultDirection: 'ascending',
    cell: (row) => <StatusLabel status={row.status} />,
  }
}
