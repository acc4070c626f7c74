import type { WorkspaceRef } from '../../../contract/workspace'
import { workspaceKey } from '../../../contract/workspace'
import { useEnvironments } from '../../app/workspace'
import { environmentIdentity } from '../../ui/environment-identity'
import classes from './activity.module.css'

export function EnvironmentMark({ workspace: { environment } }: { readonly workspace: WorkspaceRef }) {
  const { label, Icon } = environmentIdentity[environment]
  return (
    <span className={classes.environment} data-environment={environment}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {label}
    </span>
  )
}

/** By its name; by its id once it was taken off the list. */
export function WorkspaceName({ workspace }: { readonly workspace: WorkspaceRef }) {
  const { environments } = useEnvironments()
  const key = workspaceKey(workspace)
  const name = environments.flatMap(({ workspaces }) => workspaces).find(({ ref }) => workspaceKey(ref) === key)?.name
  return (
    <span className={classes.text} dir="auto" title={name ?? workspace.workspaceId}>
      {name ?? workspace.workspaceId}
    </span>
  )
}
