import { Box, Group, Text, TextInput } from '@mantine/core'
import { type FormErrors, schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { appApi } from '../../../contract/app'
import type { AppError } from '../../../contract/errors'
import type { Connection, EnvironmentView } from '../../../contract/features/environments'
import { startsWithHttps } from '../../../contract/features/field-words'
import { environmentKey } from '../../../contract/workspace-key'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { count } from '../../records/record-words'
import { announce } from '../../ui/announce'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { focusFirstError, refusedFields, showErrors } from '../../ui/form-errors'
import { LiveText } from '../../ui/LiveText'
import { SaveRow } from './SaveRow'
import { settingsTexts } from './settings-words'
import { useTypedSettings } from './use-typed-settings'

interface ServiceSettingsProps {
  readonly environment: EnvironmentView
  readonly name: Connection['environment']
}

type Values = Pick<EnvironmentView, 'relationshipsParameter' | 'relationshipsValue'> & { readonly baseAddress: string }

function savedOf({ baseAddress, relationshipsParameter, relationshipsValue }: EnvironmentView): Values {
  return { baseAddress: baseAddress ?? '', relationshipsParameter, relationshipsValue }
}

function whole(address: string): string {
  try {
    return new URL(address).href
  } catch {
    return address
  }
}

/** As main keeps it: in small letters, without a usual port and without a slash at the end. */
function addressOf(text: string): string {
  const address = text.trim()
  return whole(address).replace(/\/+$/, '')
}

const Service = appApi.environments.saveSettings.input.omit({ environment: true })

function problemsOf(error: AppError): FormErrors {
  const found = refusedFields(error, Object.keys(Service.shape))
  return error.code === 'ADDRESS_INVALID' ? { baseAddress: error.message, ...found } : found
}

/** Unsent changes were made for the service at the saved address: main asks before it sends them elsewhere. */
function WaitingForOldAddress({ name }: { readonly name: Connection['environment'] }) {
  const { data: size } = useQuery(queryOptionsFor('environments', 'measure', { environment: name }))
  const pending = size?.pendingChanges ?? 0
  if (pending === 0) return null
  return (
    <Text size="sm" mt="xs" role="status">
      <LiveText>
        {pending === 1
          ? '1 change was made for the old address. You’ll review it before it goes to the new one.'
          : `${count(pending)} changes were made for the old address. You’ll review them before they go to the new one.`}
      </LiveText>
    </Text>
  )
}

export function ServiceSettings({ environment, name }: ServiceSettingsProps) {
  const saved = savedOf(environment)
  const typed = useTypedSettings(`service of ${environmentKey(name)}`, saved)
  const form = useForm({
    initialValues: typed.begun,
    validate: schemaResolver(Service, { sync: true }),
    onValuesChange: typed.keep,
  })
  const { values } = form
  const { mutate, isPending, error } = useMutation({
    ...mutationOptionsFor('environments', 'saveSettings'),
    onSuccess(_, { environment: __, ...sent }) {
      typed.drop(sent)
      announce('Environment saved')
    },
    onError: (failure) => showErrors(form, problemsOf(failure)),
  })

  const isMoved = saved.baseAddress !== '' && addressOf(values.baseAddress) !== addressOf(saved.baseAddress)
  const save = form.onSubmit((settings) => mutate({ environment: name, ...settings }), focusFirstError(form))
  return (
    <form onSubmit={save} noValidate aria-label="Service">
      <TextInput
        label="Base address"
        description={startsWithHttps}
        spellCheck={false}
        {...form.getInputProps('baseAddress')}
      />
      {isMoved && <WaitingForOldAddress name={name} />}
      <Group grow mt="md" align="flex-start">
        <TextInput
          label="Relationships parameter"
          description={settingsTexts.relationshipsParameter}
          spellCheck={false}
          {...form.getInputProps('relationshipsParameter')}
        />
        <TextInput
          label="Relationships value"
          description={settingsTexts.relationshipsValue}
          spellCheck={false}
          {...form.getInputProps('relationshipsValue')}
        />
      </Group>
      {error && Object.keys(problemsOf(error)).length === 0 && <ErrorNotice mt={16} error={error} />}
      <Box mt="md">
        <SaveRow label="Save environment" isBusy={isPending} isChanged={typed.isChanged(values)} />
      </Box>
    </form>
  )
}
