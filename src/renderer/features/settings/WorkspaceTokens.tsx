import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { EnvironmentView, TokenState, WorkspaceView } from '../../../contract/features/environments'
import { workspaceKey } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { announce } from '../../ui/announce'
import { useNow } from '../../ui/clock'
import { environmentIdentity } from '../../ui/environment-identity'
import { notifyError } from '../../ui/notify'
import { askFirst } from '../../ui/question'
import { readTime, relativeTime } from '../../ui/relative-time'
import { TokenDialog } from '../sign-in'
import classes from './settings.module.css'
import { useLeaveWhenClosed } from './use-leave-when-closed'

const keptWords: Readonly<Record<TokenState['kept'], string>> = {
  none: 'No access token',
  keychain: 'Access token kept in the keychain',
  session: 'Access token kept until the app closes',
}

function tokenWords({ kept, expiresAt }: TokenState, now: number): string {
  const time = expiresAt === null ? null : readTime(expiresAt)
  if (kept === 'none' || time === null) return keptWords[kept]
  return `${keptWords[kept]}, ${time <= now ? 'expired' : 'expires'} ${relativeTime(time, now)}`
}

function useRemoval({ ref, name }: WorkspaceView): () => Promise<void> {
  const leave = useLeaveWhenClosed()
  const { label } = environmentIdentity[ref.environment]
  return async () => {
    const isConfirmed = await askFirst({
      title: `Remove ${name}?`,
      text: `It goes off the list of ${label} on this computer; nothing changes at the service. What was synced stays until the environment is forgotten, and is there again when you connect it once more.`,
      confirmLabel: 'Remove',
      tone: 'danger',
    })
    if (!isConfirmed) return
    try {
      await client.environments.removeWorkspace({ workspace: ref })
      announce(`${name} was removed.`)
      await leave()
    } catch (error) {
      notifyError(error)
    }
  }
}

function Row({ workspace }: { readonly workspace: WorkspaceView }) {
  const [isPasting, setIsPasting] = useState(false)
  const now = useNow()
  const remove = useRemoval(workspace)
  return (
    <li className={classes.workspace}>
      <div>
        <Text size="sm" fw={500}>
          {workspace.name}
        </Text>
        <Text size="xs" c="dimmed">
          {tokenWords(workspace.token, now)}
        </Text>
        {!workspace.canCreateInsights && (
          <Text size="xs" c="dimmed">
            Its ids are not UUIDs, so insights can be read but not created.
          </Text>
        )}
      </div>
      <div className={classes.workspaceActions}>
        <Button
          size="xs"
          variant="default"
          onClick={() => setIsPasting(true)}
          aria-label={`Replace token of ${workspace.name}`}
        >
          {workspace.token.kept === 'none' ? 'Paste token…' : 'Replace token…'}
        </Button>
        <Button size="xs" variant="default" onClick={() => void remove()} aria-label={`Remove ${workspace.name}`}>
          Remove…
        </Button>
      </div>
      {isPasting && <TokenDialog title="New access token" workspace={workspace} onClose={() => setIsPasting(false)} />}
    </li>
  )
}

export function WorkspaceTokens({ environment }: { readonly environment: EnvironmentView }) {
  if (environment.workspaces.length === 0) return null
  return (
    <ul aria-label="Workspaces" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {environment.workspaces.map((workspace) => (
        <Row key={workspaceKey(workspace.ref)} workspace={workspace} />
      ))}
    </ul>
  )
}
