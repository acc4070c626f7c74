import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { BusyButton } from '../../ui/BusyButton'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { environmentIdentity } from '../../ui/environment-identity'
import { Page } from '../../ui/Page'
import { TokenField } from '../sign-in'
import classes from './connect.module.css'
import type { ConnectionValues } from './connection-form'
import { idHint } from './connection-form'
import { TestResult } from './TestResult'
import { environmentChoices, useConnectionForm } from './use-connection-form'

type Form = ReturnType<typeof useConnectionForm>

interface FieldProps {
  readonly form: Form
  readonly name: Exclude<keyof ConnectionValues, 'environment'>
  readonly label: string
  readonly description?: string | null
}

function Field({ form, name, label, description }: FieldProps) {
  return (
    <TextInput
      label={label}
      description={description}
      spellCheck={false}
      autoComplete="off"
      value={form.values[name]}
      error={form.problems[name]}
      onChange={(event) => form.change({ [name]: event.currentTarget.value })}
    />
  )
}

function Fields({ form }: { readonly form: Form }) {
  const { values, hasOtherWorkspaces } = form
  const by = useRef<'pointer' | 'keyboard'>('keyboard')
  return (
    <Stack gap="md">
      <NativeSelect
        label="Environment"
        description={values.environment === 'production' ? 'Production opens read-only.' : null}
        ref={form.environment}
        data={environmentChoices.map((value) => ({ value, label: environmentIdentity[value].label }))}
        value={values.environment}
        error={form.problems.environment}
        onPointerDown={() => {
          by.current = 'pointer'
        }}
        onKeyDown={() => {
          by.current = 'keyboard'
        }}
        onChange={(event) =>
          form.changeEnvironment(event.currentTarget.value as ConnectionValues['environment'], by.current)
        }
      />
      <Field
        form={form}
        name="baseAddress"
        label="Base address"
        description="Starts with https://, or http:// for a service on this computer."
      />
      <Field form={form} name="workspaceName" label="Workspace name" description="Shown only to you." />
      <Field form={form} name="organisationId" label="Organisation id" description={idHint(values.organisationId)} />
      <Field form={form} name="workspaceId" label="Workspace id" description={idHint(values.workspaceId)} />
      <TokenField
        inputRef={form.token}
        error={form.problems.token}
        onChange={form.changeToken}
        description={
          hasOtherWorkspaces
            ? 'Leave empty to use the token saved for this organisation.'
            : 'Stored in this computer’s keychain and never shown again.'
        }
      />
    </Stack>
  )
}

export function ConnectView() {
  const form = useConnectionForm()
  const navigate = useNavigate()
  const answer = useRef<HTMLDivElement>(null)
  const { key } = useLocation()

  // On a small window the answer would come below what is visible.
  useEffect(() => {
    if (form.result !== null || form.error !== null) answer.current?.scrollIntoView({ block: 'center' })
  }, [form.result, form.error])

  // The first place of the window, or one that a link from outside led to, has none before it to go back to.
  const back = () => (key === 'default' ? navigate('/insights') : navigate(-1))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.save()
  }

  return (
    <Page width={560}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        ml={-8}
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        onClick={back}
      >
        Back
      </Button>
      <Title order={1} size="h3" mt="xs">
        Connect a workspace
      </Title>
      <Text c="dimmed" size="sm" mb="lg">
        Ask your service administrator for the address, the ids and a token.
      </Text>
      <form ref={form.form} onSubmit={submit} noValidate aria-label="Connect a workspace">
        <Fields form={form} />
        <div ref={answer} className={classes.answer}>
          {form.result && <TestResult result={form.result} />}
          {form.error && <ErrorNotice error={form.error} workspace={null} />}
        </div>
        <Group justify="flex-end" gap="xs" className={classes.actions ?? ''}>
          <BusyButton variant="default" isBusy={form.isTesting} onClick={form.test}>
            Test connection
          </BusyButton>
          <BusyButton type="submit" isBusy={form.isSaving}>
            Save and open
          </BusyButton>
        </Group>
      </form>
    </Page>
  )
}
