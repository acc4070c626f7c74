import { Box, Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { shownOnlyToYou, startsWithHttps } from '../../../contract/features/field-words'
import { BusyButton } from '../../ui/BusyButton'
import { canGo } from '../../ui/current-location'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { environmentIdentity } from '../../ui/environment-identity'
import { Page } from '../../ui/Page'
import { TokenField } from '../sign-in'
import classes from './connect.module.css'
import { connectTexts } from './connect-words'
import { type ConnectionValues, environmentChoices, idHint, useConnectionForm } from './connection-form'
import { TestResult } from './TestResult'

type Connecting = ReturnType<typeof useConnectionForm>

interface FieldProps {
  readonly connecting: Connecting
  readonly name: Exclude<keyof ConnectionValues, 'environment'>
  readonly label: string
  readonly description?: string | null
}

function Field({ connecting: { form, first }, name, label, description }: FieldProps) {
  return (
    <TextInput
      label={label}
      description={description}
      spellCheck={false}
      autoFocus={first === name}
      {...form.getInputProps(name)}
    />
  )
}

function Fields({ connecting }: { readonly connecting: Connecting }) {
  const { form, first, hasOtherWorkspaces } = connecting
  const { values } = form
  const by = useRef<'pointer' | 'keyboard'>('keyboard')
  return (
    <Stack gap="md">
      <NativeSelect
        label="Environment"
        description={values.environment === 'production' ? connectTexts.productionOpensReadOnly : null}
        autoFocus={first === 'environment'}
        data={environmentChoices.map((value) => ({ value, label: environmentIdentity[value].label }))}
        {...form.getInputProps('environment')}
        onPointerDown={() => {
          by.current = 'pointer'
        }}
        onKeyDown={() => {
          by.current = 'keyboard'
        }}
        onChange={(event) =>
          connecting.changeEnvironment(event.currentTarget.value as ConnectionValues['environment'], by.current)
        }
      />
      <Field connecting={connecting} name="baseAddress" label="Base address" description={startsWithHttps} />
      <Field connecting={connecting} name="workspaceName" label="Workspace name" description={shownOnlyToYou} />
      <Field
        connecting={connecting}
        name="organisationId"
        label="Organisation ID"
        description={idHint(values.organisationId)}
      />
      <Field connecting={connecting} name="workspaceId" label="Workspace ID" description={idHint(values.workspaceId)} />
      <TokenField
        inputRef={connecting.token}
        error={form.errors.token}
        onChange={connecting.changeToken}
        description={hasOtherWorkspaces ? connectTexts.savedTokenIsUsed : connectTexts.tokenStored}
      />
    </Stack>
  )
}

/** Begun anew by a navigation for another environment than the form's: menus choose one while it is open, too. */
export function ConnectView() {
  const [begunBy, setBegunBy] = useState(useLocation().key)
  return <ConnectForm key={begunBy} onOtherEnvironment={setBegunBy} />
}

interface ConnectFormProps {
  readonly onOtherEnvironment: (navigation: string) => void
}

function ConnectForm({ onOtherEnvironment }: ConnectFormProps) {
  const connecting = useConnectionForm()
  const { key: navigation } = useLocation()
  const onNavigation = useEffectEvent(() => {
    if (connecting.isForOtherEnvironment()) onOtherEnvironment(navigation)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each navigation, also to the same address
  useLayoutEffect(() => onNavigation(), [navigation])
  const { result, error } = connecting
  const navigate = useNavigate()
  const answer = useRef<HTMLDivElement>(null)

  // In a small window the answer would be below the fold.
  useEffect(() => {
    if (result !== null || error !== null) answer.current?.scrollIntoView({ block: 'center' })
  }, [result, error])

  const back = () => (canGo(-1) ? navigate(-1) : navigate('/insights'))

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
        {connectTexts.whomToAsk}
      </Text>
      <form onSubmit={connecting.save} noValidate aria-label="Connect a workspace">
        <Fields connecting={connecting} />
        <Box ref={answer} my={16}>
          {result && <TestResult result={result} />}
          {error && <ErrorNotice error={error} workspace={null} />}
        </Box>
        <Group justify="flex-end" gap="xs" className={classes.actions}>
          <BusyButton variant="default" isBusy={connecting.isTesting} onClick={connecting.test}>
            Test connection
          </BusyButton>
          <BusyButton type="submit" isBusy={connecting.isSaving}>
            Save and open
          </BusyButton>
        </Group>
      </form>
    </Page>
  )
}
