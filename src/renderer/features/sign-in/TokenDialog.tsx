import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { appApi } from '../../../contract/app'
import type { AppError } from '../../../contract/errors'
import type { WorkspaceView } from '../../../contract/features/environments'
import { workspaceKey } from '../../../contract/workspace-key'
import { mutationOptionsFor } from '../../client/queries'
import { useActiveWorkspace } from '../../client/workspace'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { signInDialog } from '../../ui/dialogs'
import { environmentIdentity } from '../../ui/environment-identity'
import { createStore } from '../../ui/store'
import { wordsFor } from '../../ui/words'
import { useSyncNow } from '../sync'
import { signInTexts } from './sign-in-words'
import { TokenField } from './TokenField'

const NewToken = appApi.environments.saveToken.input

/** Number of tokens that were saved in this window, in any dialog. */
const savedTokens = createStore(0)
export const useSavedTokens = savedTokens.use

interface TokenDialogProps {
  readonly title: string
  readonly workspace: WorkspaceView
  readonly onClose: () => void
  readonly onSaved?: () => void
}

/** Takes a token for the organisation of a workspace. */
export function TokenDialog({ title, workspace, onClose, onSaved }: TokenDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const toField = () => field.current?.focus()
  // Not a value of the form, which would keep it in state.
  const entered = () => ({ workspace: workspace.ref, token: field.current?.value ?? '' })
  const form = useForm({ validate: () => schemaResolver(NewToken, { sync: true })(entered()) })
  const { mutate, isPending } = useMutation(mutationOptionsFor('environments', 'saveToken'))
  const place = `${workspace.name} in ${environmentIdentity[workspace.ref.environment].label}`

  const afterwards =
    workspace.ref.environment === 'production' ? signInTexts.changesToReview : signInTexts.changesToSend

  const onError = (error: AppError) => {
    form.setErrors({ token: `${wordsFor(error).text} ${error.message}` })
    toField()
  }
  const onSuccess = () => {
    if (field.current) field.current.value = ''
    announce('Token saved')
    savedTokens.set(savedTokens.get() + 1)
    onClose()
    onSaved?.()
  }
  const save = form.onSubmit(() => mutate(NewToken.parse(entered()), { onSuccess, onError }), toField)

  return (
    <Modal opened onClose={onClose} title={title} centered withCloseButton={false}>
      <form onSubmit={save} noValidate>
        <Stack gap="md">
          <Text size="sm">{`For ${place}. ${afterwards}`}</Text>
          <TokenField inputRef={field} error={form.errors.token} onChange={() => form.clearFieldError('token')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isPending}>
              Save token
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Takes a new token for a workspace, the open one or that of an unsent change, whatever asked for it. */
export function SignInDialog({ workspace }: { readonly workspace: WorkspaceView }) {
  const syncNow = useSyncNow()
  const active = useActiveWorkspace()?.workspace.ref
  const isOpen = active !== undefined && workspaceKey(active) === workspaceKey(workspace.ref)
  return (
    <TokenDialog
      title="Sign-in needed"
      workspace={workspace}
      onClose={() => signInDialog.set(null)}
      {...(isOpen ? { onSaved: syncNow } : {})}
    />
  )
}
