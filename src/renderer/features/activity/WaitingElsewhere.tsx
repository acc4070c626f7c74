// Unsent changes of the workspaces that are not open. A review covers the open workspace only, and unsent changes
// elsewhere must not be forgotten.
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type WorkspaceRef, workspaceKey } from '../../../contract/workspace'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { counted } from '../../records/record-words'
import classes from './activity.module.css'
import { EnvironmentMark, WorkspaceName } from './activity-columns'
import { isOpenChange } from './activity-words'

/** Unsettled changes come first in the activity, so the first page has them all. */
const everything = { text: '', workspace: null, offset: 0, limit: 500 } as const

export function WaitingElsewhere() {
  const { ref: here } = useWorkspace()
  const { data } = useQuery(queryOptionsFor('activity', 'query', everything))
  const places = new Map<string, { readonly workspace: WorkspaceRef; readonly changes: number }>()
  for (const entry of data?.rows ?? []) {
    const { workspace } = entry
    const key = workspaceKey(workspace)
    if (!isOpenChange(entry) || key === workspaceKey(here)) continue
    places.set(key, { workspace, changes: (places.get(key)?.changes ?? 0) + 1 })
  }
  if (places.size === 0) return null
  return (
    <section aria-label="Unsent changes in other workspaces">
      <Text size="xs" c="dimmed">
        Unsent changes in other workspaces
      </Text>
      <ul className={classes.unsettled}>
        {[...places].map(([key, { workspace, changes }]) => (
          <li key={key}>
            <span>
              <EnvironmentMark workspace={workspace} /> <WorkspaceName workspace={workspace} />
            </span>
            <span>{counted(changes, 'change', 'changes')}</span>
          </li>
        ))}
      </ul>
      <Anchor size="sm" component={Link} to="/activity">
        View in Activity
      </Anchor>
    </section>
  )
}
