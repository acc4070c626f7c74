// The columns of the list. Its order is fixed, so nothing sorts: what waits comes first, then the newest.
import { kindWords } from '../../../contract/features/activity-words'
import { RelativeTime } from '../../ui/RelativeTime'
import type { ColumnsOf } from '../../ui/records/RecordTable'
import type { Column } from '../../ui/table/columns'
import { wordsFor } from '../../ui/words'
import classes from './activity.module.css'
import { durationText, targetName } from './activity-words'
import { EnvironmentMark, WorkspaceName } from './Place'
import { StateMark } from './StateMark'
import type { ActivityRow } from './use-activity-list'

/** More than any screen shows. */
const drawnLength = 300

function plain(column: Omit<Column<ActivityRow>, 'isUnsortable' | 'firstDirection'>): Column<ActivityRow> {
  return { ...column, isUnsortable: true, firstDirection: 'descending' }
}

export const activityColumns: ColumnsOf<ActivityRow> = () => [
  plain({
    id: 'when',
    heading: 'When',
    width: 92,
    leavesBelow: 170,
    cell: (row) => (
      <span className={classes.quiet}>
        <RelativeTime at={row.createdAt} />
      </span>
    ),
  }),
  plain({
    id: 'environment',
    heading: 'Environment',
    leavesBelow: 190,
    width: 104,
    cell: (row) => <EnvironmentMark workspace={row.workspace} />,
  }),
  plain({
    id: 'workspace',
    heading: 'Workspace',
    width: 120,
    leavesBelow: 300,
    cell: (row) => <WorkspaceName workspace={row.workspace} />,
  }),
  plain({
    id: 'target',
    heading: 'Change',
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
    width: 148,
    narrowWidth: 128,
    cell: (row) => <StateMark {...row} />,
  }),
  plain({
    id: 'duration',
    heading: 'Duration',
    width: 70,
    align: 'end',
    leavesBelow: 240,
    cell: (row) => <span className={classes.quiet}>{durationText(row) ?? '–'}</span>,
  }),
]
