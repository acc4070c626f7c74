// The columns of the list. Its order is fixed, so nothing sorts: what waits comes first, then the newest.
import { RelativeTime } from '../../ui/RelativeTime'
import type { ColumnsOf } from '../../ui/records/RecordTable'
import type { Column } from '../../ui/table/columns'
import { wordsFor } from '../../ui/words'
import classes from './activity.module.css'
import { durationText, kindWords, targetName } from './activity-words'
import { EnvironmentMark, WorkspaceName } from './Place'
import { StateMark } from './StateMark'
import type { ActivityRow } from './use-activity-list'

/** More than any screen shows. */
const drawnLength = 300

function plain(column: Omit<Column<ActivityRow>, 'isUnsortable' | 'firstDirection'>): Column<ActivityRow> {
  return { ...column, isUnsortable: true, firstDirection: 'descending' }
}

export const activityColumns: ColumnsOf<ActivityRow> = ({ isBesideDetails }) => [
  plain({
    id: 'when',
    heading: 'When',
    track: '92px',
    ...(isBesideDetails ? { minTableWidth: 560 } : {}),
    cell: (row) => (
      <span className={classes.quiet}>
        <RelativeTime at={row.createdAt} />
      </span>
    ),
  }),
  plain({
    id: 'environment',
    heading: 'Environment',
    track: '104px',
    cell: (row) => <EnvironmentMark workspace={row.workspace} />,
  }),
  plain({
    id: 'workspace',
    heading: 'Workspace',
    track: '120px',
    minTableWidth: isBesideDetails ? 980 : 860,
    cell: (row) => <WorkspaceName workspace={row.workspace} />,
  }),
  plain({
    id: 'target',
    heading: 'Change',
    track: 'minmax(90px, 1fr)',
    isMain: true,
    cell: (row) => (
      <span className={classes.change}>
        <span className={classes.target} dir="auto">
          {targetName(row).slice(0, drawnLength)}
        </span>
        <span className={classes.quiet}>
          {kindWords[row.kind]}
          {row.error && ` – ${wordsFor(row.error).title}`}
        </span>
      </span>
    ),
  }),
  plain({
    id: 'state',
    heading: 'Outcome',
    track: isBesideDetails ? '128px' : '148px',
    cell: (row) => <StateMark state={row.state} />,
  }),
  plain({
    id: 'duration',
    heading: 'Duration',
    track: '70px',
    align: 'end',
    minTableWidth: isBesideDetails ? 700 : 640,
    cell: (row) => <span className={classes.quiet}>{durationText(row) ?? '–'}</span>,
  }),
]
