import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { WorkspaceView } from '../../../contract/features/environments'
import { mutationOptionsFor } from '../../client/queries'
import { BusyButton } from '../../ui/BusyButton'
import { CopyId } from '../../ui/CopyId'
import { useNow } from '../../ui/clock'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { TestResult } from '../connect'
import { TokenDialog } from '../sign-in'
import { RenameDialog } from './RenameDialog'
import classes from './settings.module.css'
import { tokenWords } from './token-words'
import { useWorkspaceRemoval } from './use-workspace-removal'

function Id({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface WorkspaceRowProps {
  readonly workspace: WorkspaceView
  readonly onRemoved: () => void
}

export function WorkspaceRow({ workspace, onRemoved }: WorkspaceRowProps) {
  const { name, ref, token } = workspace
  const [dialog, setDialog] = useState<'token' | 'name' | null>(null)
  const now = useNow()
  const remove = useWorkspaceRemoval(workspace, onRemoved)
  // With the token that main keeps for it; the page never has that.
  const { data: result, isPending, error, mutate } = useMutation(mutationOptionsFor('environments', 'testWorkspace'))
  const action = { size: 'xs', variant: 'default' } as const
  const close = () => setDialog(null)
  return (
    <li className={classes.workspace} aria-label={name} tabIndex={-1} data-workspace>
      <Text size="sm" fw={500} dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text size="xs" c="dimmed">
        {tokenWords(token, now)}
      </Text>
      {!workspace.canCreateInsights && (
        <Text size="xs" c="dimmed">
          Its ids aren’t UUIDs, so you can read insights but not create them.
        </Text>
      )}
      <dl className={classes.ids}>
        <Id name="Organisation id">
          <CopyId id={ref.organisationId} label={`Copy organisation id of ${name}`} />
        </Id>
        <Id name="Workspace id">
          <CopyId id={ref.workspaceId} label={`Copy workspace id of ${name}`} />
        </Id>
      </dl>
      <div className={classes.workspaceActions}>
        <BusyButton
          {...action}
          isBusy={isPending}
          onClick={() => mutate({ workspace: ref })}
          aria-label={`Test connection of ${name}`}
        >
          Test connection
        </BusyButton>
        <Button {...action} onClick={() => setDialog('token')} aria-label={`Replace token of ${name}`}>
          {token.kept === 'none' ? 'Add token…' : 'Replace token…'}
        </Button>
        <Button {...action} onClick={() => setDialog('name')} aria-label={`Rename ${name}`}>
          Rename…
        </Button>
        <Button {...action} onClick={() => void remove()} aria-label={`Remove ${name}`}>
          Remove…
        </Button>
      </div>
      {result && (
        <div className={classes.testResult}>
          <TestResult result={result} />
        </div>
      )}
      {error && (
        <div className={classes.testResult}>
          <ErrorNotice error={error} />
        </div>
      )}
      {dialog === 'token' && <TokenDialog title="New access token" workspace={workspace} onClose={close} />}
      {dialog === 'name' && <RenameDialog workspace={workspace} onClose={close} />}
    </li>
  )
}
