import { Button, Group, Modal, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { appApi } from '../../../contract/app'
import type { WorkspaceView } from '../../../contract/features/environments'
import { mutationOptionsFor } from '../../client/queries'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { focusFirstError, refusedFields, showErrors } from '../../ui/form-errors'

interface RenameDialogProps {
  readonly workspace: WorkspaceView
  readonly onClose: () => void
}

const Renaming = appApi.environments.renameWorkspace.input.pick({ name: true })

/** The name is the person's own, on this computer only. */
export function RenameDialog({ workspace, onClose }: RenameDialogProps) {
  const form = useForm({
    initialValues: { name: workspace.name },
    validate: schemaResolver(Renaming, { sync: true }),
    transformValues: (values) => Renaming.parse(values),
    // What was refused says nothing about another name.
    onValuesChange: () => isError && reset(),
  })
  const { mutate, isPending, isError, error, reset } = useMutation({
    ...mutationOptionsFor('environments', 'renameWorkspace'),
    onSuccess: (_, { name }) => announce(`Workspace renamed to ${name}.`),
    // A name that is taken is refused by main, which knows them all.
    onError: (failure) => showErrors(form, refusedFields(failure, ['name'])),
  })
  const save = form.onSubmit(
    ({ name }) => mutate({ workspace: workspace.ref, name }, { onSuccess: onClose }),
    focusFirstError(form),
  )

  return (
    <Modal opened onClose={onClose} title="Rename workspace" centered withCloseButton={false}>
      <form onSubmit={save} noValidate>
        <TextInput
          label="Workspace name"
          description="Shown only to you, on this computer."
          data-autofocus
          dir="auto"
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        {error && form.errors.name === undefined && <ErrorNotice mt={16} error={error} />}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" isBusy={isPending}>
            Save name
          </BusyButton>
        </Group>
      </form>
    </Modal>
  )
}
