// Columns of the list. The order is fixed, so no column sorts: unsettled changes first, then the newest.
import { isRejected, operationText, stateText } from '../../../contract/features/activity-words'
import { lowerFirst } from '../../../contract/first-letter'
import type { WorkspaceRef } from '../../../contract/workspace'
import { useEnvironments } from '../../client/workspace'
import { fixedColumn } from '../../records/cell-columns'
import type { ColumnsOf } from '../../records/ListShell'
import { HiddenMark, longestShown } from '../../records/MaskedText'
import { environmentIdentity } from '../../ui/environment-identity'
import { RelativeTime } from '../../ui/RelativeTime'
import { workspaceNameIn } from '../../ui/use-workspace-name'
import { wordsFor } from '../../ui/words'
import classes from './activity.module.css'
import { durationText, targetName } from './activity-words'
import type { ActivityRow } from './use-activity-list'

export const activityColumns: ColumnsOf<ActivityRow> = () => [
  fixedColumn({
    id: 'when',
    heading: 'When',
    width: 92,
    hideBelow: 170,
    cell: (row) => (
      <span className={classes.muted}>
        <RelativeTime at={row.createdAt} />
      </span>
    ),
  }),
  fixedColumn({
    id: 'environment',
    heading: 'Environment',
    hideBelow: 140,
    width: 104,
    // Narrow cells drop the icon but keep the name.
    narrowWidth: 80,
    cell: (row) => <EnvironmentMark workspace={row.workspace} />,
  }),
  fixedColumn({
    id: 'workspace',
    heading: 'Workspace',
    width: 120,
    hideBelow: 300,
    cell: (row) => <WorkspaceName workspace={row.workspace} />,
  }),
  fixedColumn({
    id: 'target',
    heading: 'Change',
    isPrimary: true,
    cell: (row) => (
      <span className={classes.change}>
        <span className={classes.target} dir="auto">
          {row.isHidden ? <HiddenMark /> : targetName(row).slice(0, longestShown)}
        </span>
        <span className={classes.muted}>
          {operationText(row)}
          {row.error && ` – ${wordsFor(row.error).title}`}
        </span>
      </span>
    ),
  }),
  fixedColumn({
    id: 'state',
    heading: 'Result',
    width: 148,
    narrowWidth: 112,
    cell: (row) => <StateMark {...row} />,
  }),
  fixedColumn({
    id: 'duration',
    heading: 'Total time',
    width: 84,
    align: 'end',
    hideBelow: 240,
    cell: (row) => <span className={classes.muted}>{durationText(row) ?? '–'}</span>,
  }),
]

type StateMarkProps = Parameters<typeof stateText>[0] & {
  /** Said before the state, where the change itself isn't. */
  readonly of?: string
}

export function StateMark({ of, ...entry }: StateMarkProps) {
  const state = stateText(entry)
  const text = of === undefined ? state : `${of} ${lowerFirst(state)}`
  return (
    <span className={classes.state} data-state={isRejected(entry) ? 'failed' : entry.state} title={text}>
      <span className={classes.stateWords}>{text}</span>
    </span>
  )
}

export function EnvironmentMark({ workspace: { environment } }: { readonly workspace: WorkspaceRef }) {
  const { label, Icon } = environmentIdentity[environment]
  return (
    <span className={classes.environment} data-environment={environment}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {label}
    </span>
  )
}

/** Name of a workspace, or its id once it was removed. */
export function WorkspaceName({ workspace }: { readonly workspace: WorkspaceRef }) {
  const name = workspaceNameIn(useEnvironments(), workspace) ?? workspace.workspaceId
  return (
    <span className={classes.text} dir="auto" title={name}>
      {name}
    </span>
  )
}
