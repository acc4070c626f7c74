import { useQuery } from '@tanstack/react-query'
import type { EnvironmentList, WorkspaceView } from '../../contract/features/environments'
import type { WorkspaceRef } from '../../contract/workspace'
import { workspaceKey } from '../../contract/workspace-key'
import { queryOptionsFor } from '../client/queries'

function workspaceIn({ environments }: EnvironmentList, wanted: WorkspaceRef): WorkspaceView | null {
  const all = environments.flatMap(({ workspaces }) => workspaces)
  return all.find(({ ref }) => workspaceKey(ref) === workspaceKey(wanted)) ?? null
}

/** The person's name for a workspace; null: it is not in the list. */
export function workspaceNameIn(list: EnvironmentList, wanted: WorkspaceRef): string | null {
  return workspaceIn(list, wanted)?.name ?? null
}

/**
 * A workspace, by default the open one. null: none is open, or it is not known. Asks main nothing: it only looks at earlier
 * reads, so that an error has words when nothing else can be asked.
 */
export function useKnownWorkspace(workspace?: WorkspaceRef | null): WorkspaceView | null {
  const { data } = useQuery({ ...queryOptionsFor('environments', 'list', {}), enabled: false })
  const wanted = workspace === undefined ? data?.active : workspace
  return data && wanted ? workspaceIn(data, wanted) : null
}

/** The person's name for it. */
export function useWorkspaceName(): string | null {
  return useKnownWorkspace()?.name ?? null
}
