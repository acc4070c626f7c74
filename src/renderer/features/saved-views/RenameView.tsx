import { Button, Group, Modal, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { SavedView } from '../../../contract/features/saved-views'
import { mutationOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { focusFirstError, refusedFields, showErrors } from '../../ui/form-errors'

interface RenameViewProps {
  readonly view: SavedView
  readonly onClose: () => void
}

const Naming = SavedView.pick({ name: true })

export function RenameView({ view, onClose }: RenameViewProps) {
  const { ref: workspace } = useWorkspace()
  const form = useForm({
    initialValues: { name: view.name },
    validate: schemaResolver(Naming, { sync: true }),
    transformValues: (values) => Naming.parse(values),
    // What was refused says nothing about another name.
    onValuesChange: () => isError && reset(),
  })
  const { mutate, isPending, isError, error, reset } = useMutation({
    ...mutationOptionsFor('savedViews', 'save'),
    onError: (failure) => showErrors(form, refusedFields(failure, ['name'])),
  })
  const rename = form.onSubmit(({ name }) => {
    const onSuccess = () => {
      announce(`View renamed to ${name}.`)
      onClose()
    }
    mutate({ workspace, view: { ...view, name } }, { onSuccess })
  }, focusFirstError(form))

  return (
    <Modal opened onClose={onClose} title="Rename view" centered withCloseButton={false}>
      <form onSubmit={rename} noValidate>
        <TextInput label="View name" data-autofocus dir="auto" autoComplete="off" {...form.getInputProps('name')} />
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
