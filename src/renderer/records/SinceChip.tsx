import { startOfDay } from '../../contract/weeks'
import { dateText } from '../ui/relative-time'
import { RemoveChip } from './RemoveChip'

interface SinceChipProps {
  readonly since: string | null
  readonly onClear: () => void
}

/** Says that the list begins with a day; pressing it shows everything again. */
export function SinceChip({ since, onClear }: SinceChipProps) {
  if (since === null) return null
  return <RemoveChip name={`Since ${dateText(startOfDay(since).getTime())}`} onRemove={onClear} />
}
