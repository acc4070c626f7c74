import { useQuery } from '@tanstack/react-query'
import { queryOptionsFor } from '../client/queries'
import { useEnvironment, useWorkspace } from '../client/workspace'

/**
 * Why what needs the service at hand (deleting, marking as seen) cannot be done now, in words; null = it can be tried.
 * The lock comes first, as no connection helps against it. That the service is out of reach is known from the last try,
 * so the words say how to try again.
 */
export function useWhyNotNow(): string | null {
  const { isLocked } = useEnvironment()
  const { ref: workspace } = useWorkspace()
  const { data: sync } = useQuery(queryOptionsFor('sync', 'status', { workspace }))
  if (isLocked) return 'This environment is read-only. Unlock editing to make changes.'
  if (sync?.state !== 'offline') return null
  return 'You’re offline, and this needs a connection. Sync now to try again.'
}
