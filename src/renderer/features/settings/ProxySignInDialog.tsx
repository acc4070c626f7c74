import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { appApi } from '../../../contract/app'
import type { AppError } from '../../../contract/errors'
import { mutationOptionsFor } from '../../client/queries'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { focusFirstError, refusedFields, showErrors } from '../../ui/form-errors'

const SignIn = appApi.network.saveSignIn.input

const problemsOf = (error: AppError) => refusedFields(error, ['name', 'password'])

interface ProxySignInDialogProps {
  readonly proxy: string
  readonly onClose: () => void
}

/** The password exists in its field only, which is emptied once main has saved it, so that no state of the page keeps it. */
export function ProxySignInDialog({ proxy, onClose }: ProxySignInDialogProps) {
  const password = useRef<HTMLInputElement>(null)
  const entered = (values: { readonly name: string }) => ({ proxy, ...values, password: password.current?.value ?? '' })
  const form = useForm({
    initialValues: { name: '' },
    validate: (values) => schemaResolver(SignIn, { sync: true })(entered(values)),
  })
  const { mutate, isPending, error } = useMutation(mutationOptionsFor('network', 'saveSignIn'))

  const onSuccess = () => {
    if (password.current) password.current.value = ''
    announce('Proxy sign-in saved')
    onClose()
  }
  const onError = (failure: AppError) => {
    password.current?.focus()
    showErrors(form, problemsOf(failure))
  }
  const save = form.onSubmit(
    (values) => mutate(SignIn.parse(entered(values)), { onSuccess, onError }),
    focusFirstError(form),
  )
  const isOnField = error !== null && Object.keys(problemsOf(error)).length > 0

  return (
    <Modal opened onClose={onClose} title="Sign in to the proxy" centered withCloseButton={false}>
      <form onSubmit={save} noValidate>
        <Stack gap="md">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {`For ${proxy}. Many proxies receive the password unencrypted, so use one that your network team gave you for this proxy.`}
          </Text>
          <TextInput label="Name" spellCheck={false} autoComplete="off" {...form.getInputProps('name')} />
          <TextInput
            ref={password}
            data-path="password"
            type="password"
            label="Password"
            spellCheck={false}
            autoComplete="off"
            error={form.errors.password}
            onChange={() => form.clearFieldError('password')}
          />
          {error && !isOnField && <ErrorNotice error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isPending}>
              Save sign-in
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
