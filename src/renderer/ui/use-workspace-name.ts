import { useQuery } from '@tanstack/react-query'
import type { EnvironmentList } from '../../contract/features/environments'
import type { WorkspaceRef } from '../../contract/workspace'
import { workspaceKey } from '../../contract/workspace-key'
import { queryOptionsFor } from '../client/queries'

/** The person's name for a workspace; null: it is not in the list. */
export function workspaceNameIn({ environments }: EnvironmentList, wanted: WorkspaceRef): string | null {
  const all = environments.flatMap(({ workspaces }) => workspaces)
  return all.find(({ ref }) => workspaceKey(ref) === workspaceKey(wanted))?.name ?? null
}

/**
 * The person's name for a workspace, by default the open one. null: none is open, or its name is not known. Asks main
 * nothing: it only looks at earlier reads, so that an error has words when nothing else can be asked.
 */
export function useWorkspaceName(workspace?: WorkspaceRef | null): string | null {
  const { data } = useQuery({ ...queryOptionsFor('environments', 'list', {}), enabled: false })
  const wanted = workspace === undefined ? data?.active : workspace
  return data && wanted ? workspaceNameIn(data, wanted) : null
}
