import { useQueryClient } from '@tanstack/react-query'
import { workspaceKey } from '../../contract/workspace-key'
import { queryOptionsFor } from '../client/queries'
import { useEnvironment, useWorkspace } from '../client/workspace'
import { environmentIdentity } from './environment-identity'

/**
 * Gives the heading of a notice when an answer comes: the workspace it is from, once another one is open; undefined while it
 * is still open.
 */
export function useOtherWorkspaceLabel(): () => string | undefined {
  const queryClient = useQueryClient()
  const { ref, name } = useWorkspace()
  const { name: environment } = useEnvironment()
  return () => {
    const active = queryClient.getQueryData(queryOptionsFor('environments', 'list', {}).queryKey)?.active ?? null
    if (active !== null && workspaceKey(active) === workspaceKey(ref)) return
    return `In ${name}, ${environmentIdentity[environment].label}`
  }
}
