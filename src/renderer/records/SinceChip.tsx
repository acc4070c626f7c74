import { IconX } from '@tabler/icons-react'
import { startOfDay } from '../../contract/weeks'
import { dateText } from '../ui/relative-time'
import classes from './RecordToolbar.module.css'

interface SinceChipProps {
  readonly since: string | null
  readonly onClear: () => void
}

/** The list begins with a day; pressing it shows everything again. */
export function SinceChip({ since, onClear }: SinceChipProps) {
  if (since === null) return null
  const words = `Since ${dateText(startOfDay(since).getTime())}`
  return (
    <button type="button" className={classes.chip} data-on aria-label={`Remove filter: ${words}`} onClick={onClear}>
      {words}
      <IconX size={12} aria-hidden />
    </button>
  )
}
