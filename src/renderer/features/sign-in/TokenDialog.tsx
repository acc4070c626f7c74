import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Token, type WorkspaceView } from '../../../contract/features/environments'
import { client } from '../../client/bridge'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { environmentIdentity } from '../../ui/environment-identity'
import { useFocusBack } from '../../ui/use-focus-back'
import { useTask } from '../../ui/use-task'
import { asAppError, wordsFor } from '../../ui/words'
import { TokenField } from './TokenField'

interface TokenDialogProps {
  readonly title: string
  readonly workspace: WorkspaceView
  readonly onClose: () => void
  readonly onSaved?: () => void
}

/** Takes one token for the organisation of a workspace. */
export function TokenDialog({ title, workspace, onClose, onSaved }: TokenDialogProps) {
  const queryClient = useQueryClient()
  useFocusBack(true)
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { isRunning, run } = useTask()
  const place = `${workspace.name} in ${environmentIdentity[workspace.ref.environment].label}`

  const refuse = (words: string) => {
    setProblem(words)
    field.current?.focus()
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const token = Token.safeParse(field.current?.value)
    if (!token.success) return refuse('Enter an access token.')
    const isSaved = await run(async () => {
      try {
        await client.environments.saveToken({ workspace: workspace.ref, token: token.data })
      } catch (error) {
        const appError = asAppError(error)
        refuse(`${wordsFor(appError).text} ${appError.message}`)
        throw appError
      }
    })
    if (!isSaved) return
    if (field.current) field.current.value = ''
    await queryClient.invalidateQueries({ queryKey: ['environments'] })
    announce('Token saved.')
    onClose()
    onSaved?.()
  }

  return (
    <Modal returnFocus={false} opened onClose={onClose} title={title} centered withCloseButton={false}>
      <form onSubmit={save} noValidate>
        <Stack gap="md">
          <Text size="sm">{`For ${place}. Your unsent changes go out once the token is accepted.`}</Text>
          <TokenField inputRef={field} error={problem} onChange={() => setProblem(null)} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isRunning}>
              Save token
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
