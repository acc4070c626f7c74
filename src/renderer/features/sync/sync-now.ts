import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useOpenPlace } from '../../app/workspace'
import { client } from '../../client/bridge'
import { queryOf } from '../../client/queries'
import { asAppError } from '../../ui/words'

/** Syncs the open workspace. What goes wrong is in the status that main keeps, so this never rejects. */
export function useSyncNow(): () => Promise<void> {
  const workspace = useOpenPlace()?.workspace.ref
  const queryClient = useQueryClient()
  return useCallback(async () => {
    if (workspace === undefined) return
    const { queryKey } = queryOf('sync', 'status', { workspace })
    try {
      queryClient.setQueryData(queryKey, await client.sync.now({ workspace }))
    } catch (error) {
      const { report } = asAppError(error)
      queryClient.setQueryData(queryKey, (old) => old && { ...old, state: 'failed' as const, error: report })
    }
  }, [workspace, queryClient])
}
