import { Button, Group, Modal, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { AppError } from '../../contract/errors'
import { BusyButton } from './BusyButton'
import { ErrorNotice } from './ErrorNotice'
import { focusFirstError, refusedFields, showErrors } from './form-errors'

interface NameDialogProps {
  readonly title: string
  readonly label: string
  readonly description?: string
  /** Of the button that saves. */
  readonly action: string
  /** The name to begin with. */
  readonly name: string
  readonly schema: z.ZodType<{ readonly name: string }, { readonly name: string }>
  /** Main refuses a name that is taken, as it knows them all. */
  readonly save: (name: string) => Promise<unknown>
  /** Before the dialog closes. */
  readonly onSaved: (name: string) => void
  readonly onClose: () => void
}

/** Asks for the name of something that the person names, on this computer only. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, description, action, name, schema, save, onSaved, onClose } = props
  const form = useForm({
    initialValues: { name },
    validate: schemaResolver(schema, { sync: true }),
    transformValues: (values) => schema.parse(values),
    // What was refused says nothing about another name.
    onValuesChange: () => isError && reset(),
  })
  const { mutate, isPending, isError, error, reset } = useMutation<unknown, AppError, string>({
    mutationFn: save,
    onSuccess: (_, next) => onSaved(next),
    onError: (failure) => showErrors(form, refusedFields(failure, ['name'])),
  })
  const submit = form.onSubmit((values) => mutate(values.name, { onSuccess: onClose }), focusFirstError(form))

  return (
    <Modal opened onClose={onClose} title={title} centered withCloseButton={false}>
      <form onSubmit={submit} noValidate>
        <TextInput label={label} description={description} data-autofocus dir="auto" {...form.getInputProps('name')} />
        {error && form.errors.name === undefined && <ErrorNotice mt={16} error={error} />}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" isBusy={isPending}>
            {action}
          </BusyButton>
        </Group>
      </form>
    </Modal>
  )
}
