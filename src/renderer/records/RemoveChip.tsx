import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './RecordToolbar.module.css'

interface RemoveChipProps {
  /** The filter in words. */
  readonly name: string
  readonly onRemove: () => void
  /** Shown instead of the words. */
  readonly children?: ReactNode
}

/** A filter that is on and is not among those on offer; pressing it removes it. */
export function RemoveChip({ name, onRemove, children = name }: RemoveChipProps) {
  return (
    <button type="button" className={classes.chip} data-on aria-label={`Remove filter: ${name}`} onClick={onRemove}>
      {children}
      <IconX size={12} aria-hidden />
    </button>
  )
}
