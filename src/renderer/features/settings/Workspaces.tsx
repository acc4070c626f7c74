import { Stack } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { EnvironmentView } from '../../../contract/features/environments'
import { workspaceKey } from '../../../contract/workspace'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal'
import { WorkspaceRow } from './WorkspaceRow'

interface WorkspacesProps {
  readonly environment: EnvironmentView
  /** The way to one more, below them. */
  readonly children: ReactNode
}

/** The workspaces of an environment, each with its ids, its token and what can be done with it. */
export function Workspaces({ environment: { workspaces }, children }: WorkspacesProps) {
  const keys = useMemo(() => workspaces.map(({ ref }) => workspaceKey(ref)), [workspaces])
  // The last in the list is the way to one more, and takes the focus once the only one is removed.
  const { container, leave } = useFocusAfterRemoval<HTMLDivElement>(keys, '[data-workspace], a')
  return (
    <Stack ref={container} gap="md" tabIndex={-1}>
      {workspaces.length > 0 && (
        <ul aria-label="Workspaces" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {workspaces.map((workspace) => {
            const key = workspaceKey(workspace.ref)
            return <WorkspaceRow key={key} workspace={workspace} onRemoved={() => leave(key)} />
          })}
        </ul>
      )}
      {children}
    </Stack>
  )
}
