import type { EnvironmentView } from '../../../contract/features/environments'
import { workspaceKey } from '../../../contract/workspace'
import { WorkspaceRow } from './WorkspaceRow'

/** The workspaces of an environment, each with its ids, its token and what can be done with it. */
export function Workspaces({ environment }: { readonly environment: EnvironmentView }) {
  if (environment.workspaces.length === 0) return null
  return (
    <ul aria-label="Workspaces" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {environment.workspaces.map((workspace) => (
        <WorkspaceRow key={workspaceKey(workspace.ref)} workspace={workspace} />
      ))}
    </ul>
  )
}
