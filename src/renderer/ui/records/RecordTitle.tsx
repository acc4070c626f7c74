import { IconEyeOff } from '@tabler/icons-react'
import classes from './cells.module.css'
import type { Revealed } from './use-revealed'

interface RecordTitleProps extends Omit<Revealed, 'onHide'> {
  readonly row: { readonly id: string; readonly title: string; readonly summary: string; readonly hideContent: boolean }
}

/** More than any screen shows; a title may be as long as the service allows, and it allows any length. */
const drawnLength = 300

/** Title and the start of the description; neither, where the service asks for discretion and nobody looked yet. */
export function RecordTitle({ row, isRevealed, onReveal }: RecordTitleProps) {
  if (row.hideContent && !isRevealed(row.id)) {
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
      <span className={classes.titleText} dir="auto" title={title}>
        {title}
      </span>
      <span className={classes.summary} dir="auto">
        {row.summary}
      </span>
    </span>
  )
}
