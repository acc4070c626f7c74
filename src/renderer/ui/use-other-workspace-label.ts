import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { WorkspaceRef } from '../../contract/workspace'
import { workspaceKey } from '../../contract/workspace-key'
import { queryOptionsFor } from '../client/queries'
import { useEnvironment, useWorkspace } from '../client/workspace'
import { environmentIdentity } from './environment-identity'

/** For an answer that comes late: another workspace may be open by then, which must not be told of it as its own. */
export function isStillOpen(queryClient: QueryClient, ref: WorkspaceRef): boolean {
  const active = queryClient.getQueryData(queryOptionsFor('environments', 'list', {}).queryKey)?.active ?? null
  return active !== null && workspaceKey(active) === workspaceKey(ref)
}

/**
 * Gives the heading of a notice when an answer comes: the workspace it is from, once another one is open; undefined while it
 * is still open.
 */
export function useOtherWorkspaceLabel(): () => string | undefined {
  const queryClient = useQueryClient()
  const { ref, name } = useWorkspace()
  const { name: environment } = useEnvironment()
  return () => {
    if (isStillOpen(queryClient, ref)) return
    return `In ${name}, ${environmentIdentity[environment].label}`
  }
}
