import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../client/bridge'
import { keepSyncStatus, syncStatusOf } from '../../client/sync-status'
import { useActiveWorkspace } from '../../client/workspace'
import { announce } from '../../ui/announce'
import { isStillOpen } from '../../ui/use-other-workspace-label'
import { asAppError } from '../../ui/words'
import { syncWords } from './sync-words'

/** Syncs the open workspace. Never rejects: errors are in the status that main keeps. */
export function useSyncNow(): () => Promise<void> {
  const workspace = useActiveWorkspace()?.workspace.ref
  const queryClient = useQueryClient()
  return async () => {
    if (workspace === undefined) return
    try {
      announce('Syncing…')
      const status = await client.sync.now({ workspace })
      keepSyncStatus(queryClient, status)
      if (isStillOpen(queryClient, workspace)) announce(syncWords(status, Date.now()))
    } catch (error) {
      const { report } = asAppError(error)
      const { queryKey } = syncStatusOf(workspace)
      queryClient.setQueryData(queryKey, (old) => old && { ...old, state: 'failed' as const, error: report })
    }
  }
}
