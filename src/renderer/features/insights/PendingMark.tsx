import { IconAlertTriangle, IconClock, IconHelpCircle, IconSend } from '@tabler/icons-react'
import type { InsightRow } from '../../../contract/features/insights'
import classes from './cells.module.css'
import { pendingWords } from './insight-words'

const icons = {
  waiting: IconClock,
  sending: IconSend,
  unknown: IconHelpCircle,
  failed: IconAlertTriangle,
  done: IconSend,
}

/** What became of the person's own change that the service has not confirmed. */
export function PendingMark({ pending }: { readonly pending: NonNullable<InsightRow['pending']> }) {
  const Icon = icons[pending.state]
  return (
    <span className={classes.pending} data-state={pending.state} title={pending.error?.message}>
      <Icon size={13} stroke={1.8} aria-hidden />
      {pendingWords[pending.state]}
    </span>
  )
}
