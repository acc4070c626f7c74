import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { WorkspaceName, type WorkspaceView } from '../../../contract/features/environments'
import { client } from '../../client/bridge'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { useFocusBack } from '../../ui/use-focus-back'
import { useTask } from '../../ui/use-task'

interface RenameDialogProps {
  readonly workspace: WorkspaceView
  readonly onClose: () => void
}

/** The name is the person's own, on this computer only. */
export function RenameDialog({ workspace, onClose }: RenameDialogProps) {
  const queryClient = useQueryClient()
  useFocusBack(true)
  const [name, setName] = useState(workspace.name)
  const [problem, setProblem] = useState<string | null>(null)
  /** What was refused says nothing about another name. */
  const [tried, setTried] = useState<string | null>(null)
  const { isRunning, error: failure, run } = useTask()
  const error = tried === name ? failure : null

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const parsed = WorkspaceName.safeParse(name)
    if (!parsed.success) return setProblem('Enter a name of 1 to 200 characters.')
    setTried(name)
    const isSaved = await run(() =>
      client.environments.renameWorkspace({ workspace: workspace.ref, name: parsed.data }),
    )
    if (!isSaved) return
    await queryClient.invalidateQueries({ queryKey: ['environments'] })
    announce(`Workspace renamed to ${parsed.data}.`)
    onClose()
  }

  // A name that is taken is refused by main, which knows them all.
  const refused = error?.report.fields?.find(({ path }) => path[0] === 'name')?.message ?? null

  return (
    <Modal returnFocus={false} opened onClose={onClose} title="Rename workspace" centered withCloseButton={false}>
      <form onSubmit={save} noValidate>
        <TextInput
          label="Workspace name"
          description="Shown only to you, on this computer."
          data-autofocus
          dir="auto"
          autoComplete="off"
          value={name}
          error={problem ?? refused}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(null)
          }}
        />
        {error && refused === null && (
          <div style={{ marginTop: 16 }}>
            <ErrorNotice error={error} />
          </div>
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" isBusy={isRunning}>
            Save name
          </BusyButton>
        </Group>
      </form>
    </Modal>
  )
}
