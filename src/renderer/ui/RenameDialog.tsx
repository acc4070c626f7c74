import { Button, Group, Modal, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { AppError } from '../../contract/errors'
import { announce } from './announce'
import { BusyButton } from './BusyButton'
import { ErrorNotice } from './ErrorNotice'
import { focusFirstError, refusedFields, showErrors } from './form-errors'

interface RenameDialogProps {
  /** What has the name: "View". */
  readonly subject: string
  readonly description?: string
  readonly name: string
  readonly schema: z.ZodType<{ readonly name: string }, { readonly name: string }>
  /** Main refuses a name that is taken, as it knows them all. */
  readonly rename: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for another name of something that the person named, on this computer only. */
export function RenameDialog({ subject, description, name, schema, rename, onClose }: RenameDialogProps) {
  const form = useForm({
    initialValues: { name },
    validate: schemaResolver(schema, { sync: true }),
    transformValues: (values) => schema.parse(values),
    // What was refused says nothing about another name.
    onValuesChange: () => isError && reset(),
  })
  const { mutate, isPending, isError, error, reset } = useMutation<unknown, AppError, string>({
    mutationFn: rename,
    onSuccess: (_, next) => announce(`${subject} renamed to ${next}`),
    onError: (failure) => showErrors(form, refusedFields(failure, ['name'])),
  })
  const save = form.onSubmit((values) => mutate(values.name, { onSuccess: onClose }), focusFirstError(form))

  return (
    <Modal opened onClose={onClose} title={`Rename ${subject.toLowerCase()}`} centered withCloseButton={false}>
      <form onSubmit={save} noValidate>
        <TextInput
          label={`${subject} name`}
          description={description}
          data-autofocus
          dir="auto"
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
