import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsFor } from '../client/queries'
import { useWorkspace } from '../client/workspace'

/** Some changes need the service at hand; this says so before somebody tries, without keeping anybody from trying. */
export function OfflineNote() {
  const { ref: workspace } = useWorkspace()
  const { data: sync } = useQuery(queryOptionsFor('sync', 'status', { workspace }))
  if (sync?.state !== 'offline') return null
  return (
    <Text size="sm" mt="sm">
      You’re offline. This needs a connection.
    </Text>
  )
}
