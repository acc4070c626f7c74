import { useMutation } from '@tanstack/react-query'
import type { SyncStatus } from '../../../contract/features/sync'
import { mutationOptionsFor } from '../../client/queries'
import { isSandboxOffline, useEnvironment } from '../../client/workspace'
import { BusyButton } from '../../ui/BusyButton'
import { notifyError } from '../../ui/notify'
import { sandboxTexts } from './sandbox-words'

interface SandboxConnection {
  /** Label of its current action. */
  readonly label: string
  readonly isRunning: boolean
  readonly toggle: () => void
}

/** Takes the sandbox offline and back, to try working offline. null outside the sandbox. */
export function useSandboxConnection(status: SyncStatus | undefined): SandboxConnection | null {
  const { name } = useEnvironment()
  const { isPending, mutate } = useMutation({ ...mutationOptionsFor('sandbox', 'setOnline'), onError: notifyError })
  if (name !== 'sandbox' || status === undefined) return null
  const isOffline = isSandboxOffline(status)
  return {
    label: isOffline ? sandboxTexts.goOnline : sandboxTexts.goOffline,
    isRunning: isPending,
    toggle: () => mutate({ isOnline: isOffline }),
  }
}

/** Renders nothing outside the sandbox. */
export function SandboxConnectionButton({ status }: { readonly status: SyncStatus }) {
  const connection = useSandboxConnection(status)
  if (connection === null) return null
  return (
    <BusyButton
      size="xs"
      variant={isSandboxOffline(status) ? 'filled' : 'default'}
      isBusy={connection.isRunning}
      onClick={connection.toggle}
    >
      {connection.label}
    </BusyButton>
  )
}
