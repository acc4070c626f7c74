// What main says without being asked, turned into the state of the query cache.
import type { QueryClient } from '@tanstack/react-query'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { client, onEvent } from '../client/bridge'
import { queryOf } from '../client/queries'
import { saveBeforeClosing } from './closing'

function isAbout(input: unknown, workspace: WorkspaceRef): boolean {
  const asked = (input as { workspace?: WorkspaceRef } | undefined)?.workspace
  return asked !== undefined && workspaceKey(asked) === workspaceKey(workspace)
}

/** Returns the function that stops listening. */
export function listenForPushes(queryClient: QueryClient): () => void {
  const stops = [
    onEvent('shell.closing', () => {
      void saveBeforeClosing().then(() => client.shell.readyToClose({}))
    }),
    onEvent('library.changed', ({ workspace, features }) => {
      const changed: ReadonlySet<unknown> = new Set(features)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [feature, , input] }) => changed.has(feature) && isAbout(input, workspace),
      })
    }),
    onEvent('environments.changed', (list) => {
      queryClient.setQueryData(queryOf('environments', 'list', {}).queryKey, list)
    }),
    onEvent('sync.changed', (status) => {
      queryClient.setQueryData(queryOf('sync', 'status', { workspace: status.workspace }).queryKey, status)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
