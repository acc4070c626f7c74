// Records by name in a dialog that asks first: those that a change would touch, by kind, with the number of each. The list
// scrolls in a box of its own, with the keys too, so that the buttons stay in sight however long it is.
import { Link } from 'react-router'
import type { AppError } from '../../contract/errors'
import { ErrorNotice } from '../ui/ErrorNotice'
import classes from './deletion.module.css'
import details from './details.module.css'
import { MaskedText } from './MaskedText'
import { count, listTexts } from './record-words'

/** Limit for each kind; the view has the rest. */
export const namedAtMost = 50

export interface NamedRecord {
  readonly id: string
  readonly name: string
  /** The service asks for discretion: the name is shown on request only. */
  readonly hideContent: boolean
  /** Said after the name, hidden or not. */
  readonly mark?: string | null
}

export interface NamedGroup {
  readonly heading: string
  readonly total: number
  /** At most `namedAtMost` of them; null: being read. */
  readonly records: readonly NamedRecord[] | null
  /** Address of the view that has all of them. */
  readonly to: string
  /** Name of that view. */
  readonly view: string
}

export interface NamesFailure {
  readonly error: AppError
  readonly retry: () => void
}

interface NamedRecordsProps {
  readonly label: string
  readonly groups: readonly NamedGroup[]
  /** Some names could not be read. */
  readonly failure?: NamesFailure | null
  /** Called when somebody goes to a view: the dialog closes. */
  readonly onLeave: () => void
}

interface GroupProps {
  readonly group: NamedGroup
  readonly isFailed: boolean
  readonly onLeave: () => void
}

function Group({ group, isFailed, onLeave }: GroupProps) {
  const { heading, total, records, to, view } = group
  const shown = records?.slice(0, namedAtMost) ?? []
  return (
    <section aria-label={heading} className={classes.group} aria-busy={records === null && !isFailed}>
      <h3 className={classes.groupTitle}>
        {heading} <span className={details.sectionCount}>{count(total)}</span>
      </h3>
      {records === null && <p className={details.muted}>{isFailed ? listTexts.namesNotLoaded : 'Loading names…'}</p>}
      <ul className={classes.names}>
        {shown.map(({ id, name, hideContent, mark }) => (
          <li key={id}>
            <MaskedText name={name} hideContent={hideContent} to={null} />
            {mark && <span className={classes.mark}> — {mark}</span>}
          </li>
        ))}
      </ul>
      {records !== null && total > shown.length && (
        <p className={details.muted}>
          and {count(total - shown.length)} more:{' '}
          <Link to={to} className={classes.all} onClick={onLeave}>
            open all in {view}
          </Link>
        </p>
      )}
    </section>
  )
}

/** Leaves out kinds without records. */
export function NamedRecords({ label, groups, failure = null, onLeave }: NamedRecordsProps) {
  const present = groups.filter(({ total }) => total > 0)
  return (
    <>
      {failure && <ErrorNotice mt={16} error={failure.error} onRetry={failure.retry} />}
      {present.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
        <section aria-label={label} tabIndex={0} className={classes.scroller}>
          {present.map((group) => (
            <Group key={group.heading} group={group} isFailed={failure !== null} onLeave={onLeave} />
          ))}
        </section>
      )}
    </>
  )
}
