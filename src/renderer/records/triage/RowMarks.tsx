import { IconCheck, IconClockPause, IconNote } from '@tabler/icons-react'
import type { TriageMarks } from '../../../contract/features/triage'
import classes from './triage.module.css'

/** No more, as titles need the room. */
const shownLabels = 1

/** The decision, note and labels after the title in a row. Plain elements, as dozens of rows are rendered at once. */
export function RowMarks({ triage: { status, hasNote, labels } }: { readonly triage: TriageMarks }) {
  const more = labels.length - shownLabels
  return (
    <span className={classes.marks}>
      {status === 'reviewed' && (
        <span className={classes.mark} title="Reviewed on this computer">
          <IconCheck size={13} stroke={2} aria-hidden />
          Reviewed
        </span>
      )}
      {status === 'snoozed' && (
        <span className={classes.mark} title="Snoozed on this computer">
          <IconClockPause size={13} stroke={1.8} aria-hidden />
          Snoozed
        </span>
      )}
      {hasNote && (
        <span className={classes.mark} title="Has a note">
          <IconNote size={14} stroke={1.8} role="img" aria-label="Has a note" />
        </span>
      )}
      {labels.slice(0, shownLabels).map((label) => (
        <span key={label} className={classes.label} dir="auto">
          {label}
        </span>
      ))}
      {more > 0 && (
        <span
          role="img"
          className={classes.mark}
          title={labels.slice(shownLabels).join(', ')}
          aria-label={labels.slice(shownLabels).join(', ')}
        >
          +{more}
        </span>
      )}
    </span>
  )
}
