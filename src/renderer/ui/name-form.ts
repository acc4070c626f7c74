import { schemaResolver, useForm } from '@mantine/form'
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { AppError } from '../../contract/errors'
import { focusFirstError, refusedFields, showErrors } from './form-errors'
import { useOneAtATime } from './use-one-at-a-time'

interface NameFormOptions<Input, Output> {
  /** Initial name. */
  readonly name: string
  readonly schema: z.ZodType<{ readonly name: string }, { readonly name: string }>
  /** Main refuses a name that is taken, as it knows them all. */
  readonly saving: UseMutationOptions<Output, AppError, Input>
}

/** The form for a name that is only on this computer. */
export function useNameForm<Input, Output>({ name, schema, saving }: NameFormOptions<Input, Output>) {
  const form = useForm({
    initialValues: { name },
    validate: schemaResolver(schema, { sync: true }),
    transformValues: (values) => schema.parse(values),
    // A refusal says nothing about another name.
    onValuesChange: () => isError && reset(),
  })
  const once = useOneAtATime()
  const { mutate, isPending, isError, error, reset } = useMutation({
    ...saving,
    onError: (failure) => showErrors(form, refusedFields(failure, ['name'])),
    onSettled: () => once.end(),
  })
  return {
    field: form.getInputProps('name'),
    onSubmit: (save: (name: string) => void) => form.onSubmit((values) => save(values.name), focusFirstError(form)),
    mutate: (...sent: Parameters<typeof mutate>) => {
      if (once.begin()) mutate(...sent)
    },
    isPending,
    /** The error, unless the field shows it. */
    error: form.errors.name === undefined ? error : null,
  }
}
