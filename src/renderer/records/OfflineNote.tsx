import { Text } from '@mantine/core'
import { useEnvironment, useSyncStatus } from '../client/workspace'
import { offlineReason, readOnlyReason } from '../ui/words'
import { listTexts } from './record-words'

/**
 * Why what needs the service at hand (deleting, marking as seen) cannot be done now, in words; null = it can be tried.
 * The lock comes first, as no connection helps against it. That the service is out of reach is known from the last try,
 * so the words say how to try again.
 */
export function useWhyNotNow(): string | null {
  const { isLocked } = useEnvironment()
  const sync = useSyncStatus()
  if (isLocked) return readOnlyReason
  if (sync?.state !== 'offline') return null
  return offlineReason
}

/** Some changes need the service at hand; this says so before somebody tries, without keeping anybody from trying. */
export function OfflineNote() {
  const sync = useSyncStatus()
  if (sync?.state !== 'offline') return null
  return (
    <Text size="sm" mt="sm">
      {listTexts.offline}
    </Text>
  )
}
