import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { SyncStatus } from '../../../contract/features/sync'
import { isSandboxOffline, useEnvironment } from '../../client/workspace'
import { notSyncedYet } from '../../records/record-words'
import { lazyWithPreload } from '../../ui/lazy-with-preload'
import { exactTime, readTime } from '../../ui/relative-time'
import { useWorkspaceName } from '../../ui/use-workspace-name'
import { sandboxOffline, wordsFor } from '../../ui/words'
import { SandboxConnectionButton } from '../sandbox'
import { useSyncNow } from './sync-now'
import { changesWords, unreadableWords } from './sync-words'

const Unsettled = lazyWithPreload(() => import('../activity').then(({ Unsettled }) => Unsettled))
const WaitingElsewhere = lazyWithPreload(() => import('../activity').then(({ WaitingElsewhere }) => WaitingElsewhere))

function Line({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm">{children}</Text>
    </div>
  )
}

function lastSync(syncedAt: string | null): string {
  if (syncedAt === null) return notSyncedYet
  const time = readTime(syncedAt)
  return time === null ? syncedAt : exactTime(time)
}

function Trouble({ status }: { readonly status: SyncStatus }) {
  const workspaceName = useWorkspaceName()
  if (status.error === null || status.state === 'syncing') return null
  if (isSandboxOffline(status)) {
    return <Line label="Last attempt">{sandboxOffline}</Line>
  }
  const { title, text } = wordsFor(status.error, workspaceName)
  return (
    <Line label="Last attempt">{`${title}. ${text}${status.error.message === '' ? '' : ` (${status.error.message})`}`}</Line>
  )
}

export function SyncDetails({ status }: { readonly status: SyncStatus }) {
  const { relationshipsParameter } = useEnvironment()
  const syncNow = useSyncNow()
  const changes = changesWords(status)
  // Not `loading`, which disables the button: the focus would be lost, and with it Escape and Tab.
  const isSyncing = status.state === 'syncing'
  return (
    <Stack gap="sm">
      <Line label="Last synced">{lastSync(status.syncedAt)}</Line>
      {/* Above the lines that come and go, so that no button takes the place of another while a sync runs. */}
      <Group gap="xs">
        <Button
          size="xs"
          variant={isSandboxOffline(status) ? 'default' : 'filled'}
          leftSection={<IconRefresh size={14} aria-hidden />}
          aria-disabled={isSyncing}
          onClick={() => {
            if (!isSyncing) void syncNow()
          }}
        >
          {isSyncing ? 'Syncing…' : 'Sync now'}
        </Button>
        <SandboxConnectionButton status={status} />
      </Group>
      <Trouble status={status} />
      <div>
        <Line label="Your changes">{changes ?? 'No unsent changes'}</Line>
        {changes !== null && <Unsettled />}
        {/* Also without unsent changes: Activity lists the ones that were sent. */}
        <Anchor size="sm" display="block" w="fit-content" mt={5} py={3} component={Link} to="/activity">
          View in Activity
        </Anchor>
      </div>
      <WaitingElsewhere />
      {status.quarantined > 0 && <Line label="Unreadable">{unreadableWords(status)}</Line>}
      {status.unknownFields.length > 0 && (
        <Line label="Fields and values this version doesn’t know">{status.unknownFields.join(', ')}</Line>
      )}
      {!status.hasRelationships && (
        <Line label="Related records">
          {`The service returned none. Check the relationships parameter (${relationshipsParameter === '' ? 'not set' : relationshipsParameter}) in Settings.`}
        </Line>
      )}
    </Stack>
  )
}
