import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { appApi } from '../../../contract/app'
import type { EnvironmentView, WorkspaceView } from '../../../contract/features/environments'
import { shownOnlyToYou } from '../../../contract/features/field-words'
import { workspaceKey } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { mutationOptionsFor } from '../../client/queries'
import { BusyButton } from '../../ui/BusyButton'
import { CopyId } from '../../ui/CopyId'
import { useNow } from '../../ui/clock'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { RenameDialog } from '../../ui/RenameDialog'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal'
import { TestResult } from '../connect'
import { TokenDialog, useSavedTokens } from '../sign-in'
import { Figure } from './Section'
import classes from './settings.module.css'
import { settingsTexts, tokenWords } from './settings-words'
import { useWorkspaceRemoval } from './use-workspace-removal'

const Naming = appApi.environments.renameWorkspace.input.pick({ name: true })

interface WorkspaceRowProps {
  readonly workspace: WorkspaceView
  readonly onRemoved: () => void
}

function WorkspaceRow({ workspace, onRemoved }: WorkspaceRowProps) {
  const { name, ref, token } = workspace
  const [dialog, setDialog] = useState<'token' | 'name' | null>(null)
  const now = useNow()
  const remove = useWorkspaceRemoval(workspace, onRemoved)
  const savedTokens = useSavedTokens()
  // Uses the token that main keeps for it, which the page never has.
  const {
    data: result,
    isPending,
    error,
    mutate,
    context: testedWith,
  } = useMutation({ ...mutationOptionsFor('environments', 'testWorkspace'), onMutate: () => savedTokens })
  const hasToken = token.kept !== 'none'
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
          {settingsTexts.idsNotUuids}
        </Text>
      )}
      <dl className={classes.ids}>
        <Figure name="Organisation ID">
          <CopyId id={ref.organisationId} label={`Copy organisation ID of ${name}`} />
        </Figure>
        <Figure name="Workspace ID">
          <CopyId id={ref.workspaceId} label={`Copy workspace ID of ${name}`} />
        </Figure>
      </dl>
      <Group gap={6} mt={8}>
        <BusyButton
          {...action}
          isBusy={isPending}
          onClick={() => mutate({ workspace: ref })}
          aria-label={`Test connection of ${name}`}
        >
          Test connection
        </BusyButton>
        <Button
          {...action}
          onClick={() => setDialog('token')}
          aria-label={hasToken ? `Replace token of ${name}` : `Add token of ${name}`}
        >
          {hasToken ? 'Replace token…' : 'Add token…'}
        </Button>
        <Button {...action} onClick={() => setDialog('name')} aria-label={`Rename ${name}`}>
          Rename…
        </Button>
        <Button {...action} onClick={() => void remove()} aria-label={`Remove ${name}`}>
          Remove…
        </Button>
      </Group>
      {/* The result of a test with an earlier token is obsolete. */}
      {(result || error) && testedWith === savedTokens && (
        <Box mt={8}>
          {result && <TestResult result={result} />}
          {error && <ErrorNotice error={error} />}
        </Box>
      )}
      {dialog === 'token' && <TokenDialog title="New access token" workspace={workspace} onClose={close} />}
      {dialog === 'name' && (
        <RenameDialog
          subject="Workspace"
          description={shownOnlyToYou}
          name={name}
          schema={Naming}
          rename={(next) => client.environments.renameWorkspace({ workspace: ref, name: next })}
          onClose={close}
        />
      )}
    </li>
  )
}

interface WorkspacesProps {
  readonly environment: EnvironmentView
  /** The link to add one, below them. */
  readonly children: ReactNode
}

/** The workspaces of an environment, each with its ids, token and actions. */
export function Workspaces({ environment: { workspaces }, children }: WorkspacesProps) {
  const keys = useMemo(() => workspaces.map(({ ref }) => workspaceKey(ref)), [workspaces])
  // The last is the link to add a workspace, which takes the focus once the only one is removed.
  const { container, leave } = useFocusAfterRemoval<HTMLDivElement>(keys, '[data-workspace], a')
  return (
    <Stack ref={container} gap="md" tabIndex={-1}>
      {workspaces.length > 0 && (
        <ul aria-label="Workspaces" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {workspaces.map((workspace) => {
            const key = workspaceKey(workspace.ref)
            return <WorkspaceRow key={key} workspace={workspace} onRemoved={() => leave(key)} />
          })}
        </ul>
      )}
      {children}
    </Stack>
  )
}
