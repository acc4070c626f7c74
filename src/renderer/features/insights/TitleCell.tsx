import { IconEyeOff } from '@tabler/icons-react'
import type { InsightRow } from '../../../contract/features/insights'
import classes from './cells.module.css'
import { PendingMark } from './PendingMark'

interface TitleCellProps {
  readonly row: InsightRow
  readonly isRevealed: boolean
  readonly onReveal: (id: string) => void
}

/** More than any screen shows; a title may be as long as the service allows, and it allows any length. */
const drawnLength = 300

/** Title and the start of the description; neither, where the service asks for discretion and nobody looked yet. */
export function TitleCell({ row, isRevealed, onReveal }: TitleCellProps) {
  if (row.hideContent && !isRevealed) {
    return (
      <span className={classes.title}>
        <span className={classes.masked}>
          <IconEyeOff size={15} stroke={1.8} aria-hidden />
          Hidden content
        </span>
        {/* Tab goes from row to row; with the keyboard the content is revealed in the details. */}
        <button
          type="button"
          tabIndex={-1}
          className={classes.reveal}
          onClick={(event) => {
            event.stopPropagation()
            onReveal(row.id)
          }}
        >
          Reveal
        </button>
      </span>
    )
  }
  const title = row.title.slice(0, drawnLength)
  return (
    <span className={classes.title}>
      <span className={classes.titleLine}>
        <span className={classes.titleText} data-unseen={!row.seen || undefined} dir="auto" title={title}>
          {title}
        </span>
        {row.pending && <PendingMark pending={row.pending} />}
      </span>
      <span className={classes.summary} dir="auto">
        {row.summary}
      </span>
    </span>
  )
}
