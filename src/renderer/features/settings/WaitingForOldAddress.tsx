import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Connection } from '../../../contract/features/environments'
import { queryOptionsFor } from '../../client/queries'

/** What waits was made for the service at the address that is saved: main asks about it before it goes elsewhere. */
export function WaitingForOldAddress({ name }: { readonly name: Connection['environment'] }) {
  const { data: size } = useQuery(queryOptionsFor('environments', 'measure', { environment: name }))
  const pending = size?.pendingChanges ?? 0
  if (pending === 0) return null
  return (
    <Text size="sm" mt="xs" role="status">
      {pending === 1
        ? '1 change was made for the old address. You’ll review it before it goes to the new one.'
        : `${pending.toLocaleString()} changes were made for the old address. You’ll review them before they go to the new one.`}
    </Text>
  )
}
