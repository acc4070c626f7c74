// The sync status of a workspace, which main pushes and the page also asks for.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AppError } from '../../contract/errors'
import type { SyncStatus } from '../../contract/features/sync'
import type { WorkspaceRef } from '../../contract/workspace'
import { workspaceKey } from '../../contract/workspace-key'
import { client } from './bridge'
import { queryOptionsFor } from './queries'

/** Whether a query with this input depends on the workspace. */
export function isAbout(input: unknown, workspace: WorkspaceRef): boolean {
  const asked = (input as { workspace?: WorkspaceRef | null } | undefined)?.workspace
  // null: the query is about all workspaces.
  return asked === null || (asked !== undefined && workspaceKey(asked) === workspaceKey(workspace))
}

export function syncStatusOf(workspace: WorkspaceRef) {
  return queryOptions<SyncStatus, AppError>({
    ...queryOptionsFor('sync', 'status', { workspace }),
    queryFn: async ({ client: queryClient, signal }) =>
      asFarAsRead(queryClient, await client.sync.status({ workspace }, { signal })),
  })
}

export function keepSyncStatus(queryClient: QueryClient, status: SyncStatus): void {
  queryClient.setQueryData(syncStatusOf(status.workspace).queryKey, asFarAsRead(queryClient, status))
}

/**
 * A first sync isn't over for the page until the page has read what the sync changed: its answers from before are empty, and
 * every view would say that the workspace has no records.
 */
function asFarAsRead(queryClient: QueryClient, status: SyncStatus): SyncStatus {
  const { workspace, syncedAt } = status
  const { queryKey } = syncStatusOf(workspace)
  const syncedBefore = queryClient.getQueryData(queryKey)?.syncedAt ?? null
  if (syncedAt === null || syncedBefore !== null) return status
  const reads = queryClient.getQueryCache().findAll({
    fetchStatus: 'fetching',
    predicate: ({ queryKey: [feature, , input], state }) =>
      state.isInvalidated && state.data !== undefined && feature !== 'sync' && isAbout(input, workspace),
  })
  if (reads.length === 0) return status
  // Joins the reads under way, and then asks main for the status of that moment.
  void Promise.allSettled(reads.map((query) => query.fetch())).then(() =>
    queryClient.invalidateQueries({ queryKey, exact: true }),
  )
  return { ...status, state: 'syncing', syncedAt: null, error: null }
}
