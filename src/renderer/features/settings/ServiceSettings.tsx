import { Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { appApi } from '../../../contract/app'
import type { Connection, EnvironmentView } from '../../../contract/features/environments'
import { client } from '../../client/bridge'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { useTypedValues } from '../../ui/typed-values'
import { useTask } from '../../ui/use-task'
import { WaitingForOldAddress } from './WaitingForOldAddress'

interface ServiceSettingsProps {
  readonly environment: EnvironmentView
  readonly name: Connection['environment']
}

type Values = Pick<EnvironmentView, 'relationshipsParameter' | 'relationshipsValue'> & { readonly baseAddress: string }

function savedOf({ baseAddress, relationshipsParameter, relationshipsValue }: EnvironmentView): Values {
  return { baseAddress: baseAddress ?? '', relationshipsParameter, relationshipsValue }
}

const isEqual = (one: Values, other: Values) => JSON.stringify(one) === JSON.stringify(other)

const shape = appApi.environments.saveSettings.input.shape.baseAddress

export function ServiceSettings({ environment, name }: ServiceSettingsProps) {
  const queryClient = useQueryClient()
  const { isRunning, error, run } = useTask()
  const saved = savedOf(environment)
  const typed = useTypedValues<{ readonly over: Values; readonly values: Values }>(`service of ${name}`)
  const [values, setValues] = useState(() => {
    const left = typed.read()
    // What was typed over something else, saved or forgotten since, is about nothing any more.
    return left !== null && isEqual(left.over, saved) ? left.values : saved
  })
  const [problem, setProblem] = useState<string | null>(null)

  const change = (changes: Partial<typeof values>) => {
    const next = { ...values, ...changes }
    setValues(next)
    typed.keep({ over: saved, values: next })
    setProblem(null)
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!shape.safeParse(values.baseAddress).success) return setProblem('Enter the base address of the service.')
    const isSaved = await run(async () => {
      await client.environments.saveSettings({ environment: name, ...values })
      await queryClient.invalidateQueries({ queryKey: ['environments'] })
    })
    if (!isSaved) return
    typed.drop()
    announce('Environment saved.')
  }

  const isMoved = saved.baseAddress !== '' && values.baseAddress.trim() !== saved.baseAddress
  const isChanged = typed.read() !== null && !isEqual(values, saved)
  const ofAddress = error?.report.fields?.find(({ path }) => path[0] === 'baseAddress')?.message
  const refused = ofAddress ?? (error?.code === 'ADDRESS_INVALID' ? error.message : null)
  return (
    <form onSubmit={save} noValidate aria-label="Service">
      <TextInput
        label="Base address"
        description="Starts with https://, or http:// for a service on this computer."
        spellCheck={false}
        value={values.baseAddress}
        error={problem ?? refused}
        onChange={(event) => change({ baseAddress: event.currentTarget.value })}
      />
      {isMoved && <WaitingForOldAddress name={name} />}
      <Group grow mt="md" align="flex-start">
        <TextInput
          label="Relationships parameter"
          description="The query parameter that requests related records."
          spellCheck={false}
          value={values.relationshipsParameter}
          onChange={(event) => change({ relationshipsParameter: event.currentTarget.value })}
        />
        <TextInput
          label="Relationships value"
          description="The related records to request."
          spellCheck={false}
          value={values.relationshipsValue}
          onChange={(event) => change({ relationshipsValue: event.currentTarget.value })}
        />
      </Group>
      {error && refused === null && (
        <div style={{ marginTop: 16 }}>
          <ErrorNotice error={error} />
        </div>
      )}
      <Group mt="md" gap="sm">
        <BusyButton type="submit" isBusy={isRunning}>
          Save environment
        </BusyButton>
        {isChanged && (
          <Text size="xs" c="dimmed">
            Unsaved changes.
          </Text>
        )}
      </Group>
    </form>
  )
}
