import { Text } from '@mantine/core'
import { isSandboxOffline, useEnvironment, useSyncStatus } from '../client/workspace'
import { offlineReason, readOnlyReason, sandboxOfflineReason } from '../ui/words'
import { listTexts } from './record-words'

/**
 * Says why a change that needs the service at hand (deleting, marking as seen) cannot be made now; null = it can be tried.
 * The lock comes first, as no connection helps against it. Only the last try tells that the service is out of reach, so the
 * words say how to try again.
 */
export function useWhyNotNow(): string | null {
  const { isLocked } = useEnvironment()
  const sync = useSyncStatus()
  if (isLocked) return readOnlyReason
  if (sync?.state !== 'offline') return null
  return isSandboxOffline(sync) ? sandboxOfflineReason : offlineReason
}

/** Says that some changes need the service at hand before somebody tries them, without keeping anybody from trying. */
export function OfflineNote() {
  const sync = useSyncStatus()
  if (sync?.state !== 'offline') return null
  return (
    <Text size="sm" mt="sm">
      {isSandboxOffline(sync) ? sandboxOfflineReason : listTexts.offline}
    </Text>
  )
}
