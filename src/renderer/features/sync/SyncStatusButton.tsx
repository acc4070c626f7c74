import { getDefaultZIndex, Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import type { SyncStatus } from '../../../contract/features/sync'
import { syncStatusOf } from '../../client/sync-status'
import { useWorkspace } from '../../client/workspace'
import { announce } from '../../ui/announce'
import { useNow } from '../../ui/clock'
import { reviewDialog, signInDialog } from '../../ui/dialogs'
import { lazyWithPreload } from '../../ui/lazy-with-preload'
import classes from './sync.module.css'
import { type SyncTone, syncTone, syncWords } from './sync-words'

const SyncDetails = lazyWithPreload(() => import('./SyncDetails').then(({ SyncDetails }) => SyncDetails))

const dialogsFrom = getDefaultZIndex('modal')

const icons = { good: IconCloudCheck, busy: IconRefresh, quiet: IconCloudOff, bad: IconAlertTriangle } as const

function SyncIcon({ tone }: { readonly tone: SyncTone }) {
  const Icon = icons[tone]
  return <Icon size={16} className={classes.icon} data-tone={tone} aria-hidden />
}

/**
 * Announces when syncing starts to work or to fail. Not the data's age, which changes all the time, nor each sync that went like
 * the last one: `useSyncNow` reports a requested sync.
 */
function useAnnounced(status: SyncStatus | undefined) {
  const last = useRef(status?.state === 'syncing' ? undefined : status?.state)
  useEffect(() => {
    if (status === undefined || status.state === 'syncing' || last.current === status.state) return
    if (last.current !== undefined) announce(syncWords(status, Date.now()))
    last.current = status.state
  }, [status])
}

export function SyncStatusButton() {
  const { ref } = useWorkspace()
  const { data: status } = useQuery(syncStatusOf(ref))
  const now = useNow()
  const nameId = useId()
  useAnnounced(status)
  const isReviewing = reviewDialog.useIsOpen()
  const isSigningIn = signInDialog.use() !== null
  return (
    <div role="status" aria-label="Sync status" aria-live="off" className={classes.status}>
      {status && (
        // Below the dialogs that its buttons open.
        <Popover position="bottom-end" width={340} shadow="md" trapFocus returnFocus zIndex={dialogsFrom - 1}>
          <Popover.Target>
            <UnstyledButton className={classes.button}>
              <SyncIcon tone={syncTone(status)} />
              <span className={classes.text}>{syncWords(status, now)}</span>
            </UnstyledButton>
          </Popover.Target>
          {/* Otherwise it is named after the button, whose text changes every minute. */}
          <Popover.Dropdown
            aria-labelledby={nameId}
            // Stays mounted, so that a closing dialog can return the focus to it.
            style={isReviewing || isSigningIn ? { opacity: 0 } : {}}
          >
            <VisuallyHidden id={nameId}>Sync details</VisuallyHidden>
            <SyncDetails status={status} />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  )
}
