import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { appApi } from '../../../contract/app'
import { mutationOptionsFor } from '../../client/queries'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { ErrorNotice } from '../../ui/ErrorNotice'

const SignIn = appApi.network.saveSignIn.input

interface ProxySignInDialogProps {
  readonly proxy: string
  readonly onClose: () => void
}

/** The password exists in its field only, which is emptied once main has saved it, so that no state of the page keeps it. */
export function ProxySignInDialog({ proxy, onClose }: ProxySignInDialogProps) {
  const name = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const { mutate, isPending, error } = useMutation(mutationOptionsFor('network', 'saveSignIn'))

  const save = (event: FormEvent) => {
    event.preventDefault()
    const signIn = SignIn.safeParse({ proxy, name: name.current?.value, password: password.current?.value })
    if (!signIn.success) {
      const found = signIn.error.issues.map(({ path, message }) => [String(path[0]), message] as const)
      setProblems(Object.fromEntries(found))
      const field = found.some(([path]) => path === 'name') ? name : password
      field.current?.focus()
      return
    }
    setProblems({})
    const onSuccess = () => {
      if (password.current) password.current.value = ''
      announce('Proxy sign-in saved')
      onClose()
    }
    mutate(signIn.data, { onSuccess, onError: () => password.current?.focus() })
  }

  return (
    <Modal opened onClose={onClose} title="Sign in to the proxy" centered withCloseButton={false}>
      <form onSubmit={save} noValidate>
        <Stack gap="md">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {`For ${proxy}. Many proxies receive the password unencrypted, so use one that your network team gave you for this proxy.`}
          </Text>
          <TextInput ref={name} label="Name" spellCheck={false} autoComplete="off" error={problems.name} />
          <TextInput
            ref={password}
            type="password"
            label="Password"
            spellCheck={false}
            autoComplete="off"
            error={problems.password}
          />
          {error && <ErrorNotice error={error} />}
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
