import { useQuery } from '@tanstack/react-query'
import type { EnvironmentList } from '../../contract/features/environments'
import type { WorkspaceRef } from '../../contract/workspace'
import { workspaceKey } from '../../contract/workspace-key'
import { queryOptionsFor } from '../client/queries'

/** What the person calls a workspace; null: it is not in the list. */
export function workspaceNameIn({ environments }: EnvironmentList, wanted: WorkspaceRef): string | null {
  const all = environments.flatMap(({ workspaces }) => workspaces)
  return all.find(({ ref }) => workspaceKey(ref) === workspaceKey(wanted))?.name ?? null
}

/**
 * What the person calls a workspace, by default the open one. null: none is open, or its name is not known. Asks nothing:
 * it only looks at what was read already, so that an error can be told when nothing else can be.
 */
export function useWorkspaceName(workspace?: WorkspaceRef | null): string | null {
  const { data } = useQuery({ ...queryOptionsFor('environments', 'list', {}), enabled: false })
  const wanted = workspace === undefined ? data?.active : workspace
  return data && wanted ? workspaceNameIn(data, wanted) : null
}
