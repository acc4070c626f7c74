// Asks before all data of an environment is deleted from this computer: lists the data, requires the typed name, and puts the
// focus on Cancel. Not a form, so that Enter alone never deletes.
import { Button, List, Modal, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnvironmentSize, EnvironmentView } from '../../../contract/features/environments'
import type { WorkspaceRef } from '../../../contract/workspace'
import { forgetEnvironment } from '../../client/forgetting'
import { mutationOptionsFor } from '../../client/queries'
import { useEnvironments } from '../../client/workspace'
import { counted } from '../../records/record-words'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { DialogActions } from '../../ui/DialogActions'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { environmentIdentity } from '../../ui/environment-identity'
import { settingsTexts } from './settings-words'
import { useLeaveWhenClosed } from './use-leave-when-closed'

interface ForgetDialogProps {
  readonly environment: EnvironmentView
  /** null: measuring failed. */
  readonly size: EnvironmentSize | null
  readonly onClose: () => void
}

function losses(
  { name, workspaces }: EnvironmentView,
  size: EnvironmentSize | null,
  keepsSecrets: boolean,
): readonly string[] {
  const { label } = environmentIdentity[name]
  const names = workspaces.map((workspace) => workspace.name).join(', ')
  return [
    workspaces.length === 0 ? 'Its settings' : `Its workspaces: ${names}`,
    ...(name === 'sandbox' || keepsSecrets ? [] : ['Its access tokens and encryption key in the keychain']),
    size === null
      ? 'Everything synced from it'
      : `Everything synced: ${counted(size.insights, 'insight', 'insights')}, ${counted(size.knowledge, 'knowledge item', 'knowledge items')}`,
    'Everything kept only on this computer: drafts, metrics, topics, notes, labels, reviews, snoozes, saved views, evidence briefs, scoring models, decisions and pairs marked as not duplicates',
    `The activity in ${label}, with the content of deleted items`,
  ]
}

const environmentOf = (input: unknown) =>
  (input as { workspace?: WorkspaceRef | null; environment?: string } | undefined)?.workspace?.environment

export function ForgetDialog({ environment, size, onClose }: ForgetDialogProps) {
  const { name } = environment
  const { label } = environmentIdentity[name]
  // Main deletes secrets before it uses a keychain again.
  const keepsSecrets = useEnvironments().keychain === 'missing' && name !== 'sandbox'
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const leave = useLeaveWhenClosed()
  const { mutate, isPending, error } = useMutation({
    ...mutationOptionsFor('environments', 'forget'),
    // Also runs when main's push has already closed the dialog, as nothing is left to forget.
    async onSuccess() {
      onClose()
      announce(`${label} forgotten`)
      await leave()
      forgetEnvironment(name)
      queryClient.removeQueries({
        type: 'inactive',
        predicate: ({ queryKey: [, , input] }) => environmentOf(input) === name,
      })
    },
  })
  const pending = size?.pendingChanges ?? 0

  return (
    <Modal opened onClose={() => !isPending && onClose()} title={`Forget ${label}?`} centered withCloseButton={false}>
      <Text size="sm">This will be deleted from this computer and can’t be restored:</Text>
      <List size="sm" mt="xs" spacing={4}>
        {losses(environment, size, keepsSecrets).map((loss) => (
          <List.Item key={loss}>{loss}</List.Item>
        ))}
      </List>
      {keepsSecrets && (
        <Text size="sm" mt="sm" fw={600}>
          {settingsTexts.keysDeletedLater}
        </Text>
      )}
      {pending > 0 && (
        <Text size="sm" mt="sm" fw={600}>
          {counted(pending, 'unsent change', 'unsent changes')} will be lost.
        </Text>
      )}
      <Text size="sm" mt="sm">
        {settingsTexts.serviceUnchanged}
      </Text>
      <TextInput
        label={`Type ${label} to confirm`}
        mt="md"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {error && <ErrorNotice mt={16} error={error} />}
      <DialogActions>
        <Button variant="default" data-autofocus disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <BusyButton
          color="red.9"
          isBusy={isPending}
          disabled={typed.trim() !== label && !isPending}
          onClick={() => mutate({ environment: name, confirmation: typed.trim() })}
        >
          Forget {label}
        </BusyButton>
      </DialogActions>
    </Modal>
  )
}
