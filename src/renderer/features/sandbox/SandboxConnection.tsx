import { useMutation } from '@tanstack/react-query'
import type { SyncStatus } from '../../../contract/features/sync'
import { mutationOptionsFor } from '../../client/queries'
import { useEnvironment } from '../../client/workspace'
import { BusyButton } from '../../ui/BusyButton'
import { notifyError } from '../../ui/notify'
import { sandboxTexts } from './sandbox-words'

/** Taken offline, as a service on this computer is out of reach for no other reason. Bringing it online is the only way on. */
export const isSandboxOffline = ({ workspace, error }: SyncStatus): boolean =>
  workspace.environment === 'sandbox' && error?.code === 'CONNECTION_REFUSED'

interface SandboxConnection {
  /** What it does now, in words. */
  readonly label: string
  readonly isRunning: boolean
  readonly toggle: () => void
}

/**
 * Takes the sandbox offline, and back, so that working offline can be tried. null outside the sandbox.
 */
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

/** Nothing outside the sandbox. */
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
