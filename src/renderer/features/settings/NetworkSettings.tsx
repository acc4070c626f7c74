import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type NetworkView, ProxySettings } from '../../../contract/features/network'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { focusFirstError, refusedFields, showErrors } from '../../ui/form-errors'
import { ConnectionDoctor } from './ConnectionDoctor'
import { ProxySignInDialog } from './ProxySignInDialog'
import { SaveRow } from './SaveRow'
import { Section } from './Section'
import classes from './settings.module.css'
import { settingsTexts } from './settings-words'
import { useTypedSettings } from './use-typed-settings'

const modes: readonly { readonly value: ProxySettings['mode']; readonly label: string }[] = [
  { value: 'system', label: 'System settings' },
  { value: 'none', label: 'No proxy' },
  { value: 'pac', label: 'Automatic configuration (PAC)' },
  { value: 'manual', label: 'Manual' },
]

const read = queryOptionsFor('network', 'read', {})

/** Also while the `@` after it isn’t typed yet: what follows a colon is neither slashes nor a port. */
const mayHoldPassword = (address: string) => /@|:(?!\/\/|\d*(?:\/|$))/.test(address)

/** The values to keep while another view is open, without a name and a password. */
function keepable(values: ProxySettings, saved: ProxySettings): ProxySettings {
  const { pacUrl, proxy } = values
  return {
    ...values,
    pacUrl: mayHoldPassword(pacUrl) ? saved.pacUrl : pacUrl,
    proxy: mayHoldPassword(proxy) ? saved.proxy : proxy,
  }
}

function ProxyForm({ saved }: { readonly saved: ProxySettings }) {
  const queryClient = useQueryClient()
  const typed = useTypedSettings('proxy', saved, (values) => keepable(values, saved))
  const form = useForm({
    initialValues: typed.begun,
    validate: schemaResolver(ProxySettings, { sync: true }),
    onValuesChange: typed.keep,
  })
  const { mode } = form.values
  const { mutate, isPending, error } = useMutation({
    ...mutationOptionsFor('network', 'save'),
    onSuccess(_, settings) {
      typed.drop(settings)
      // For the next time that this opens, which may be before they are read again.
      queryClient.setQueryData(read.queryKey, (view) => view && { ...view, settings })
      announce('Proxy saved')
    },
    onError: (failure) => showErrors(form, refusedFields(failure, ['pacUrl', 'proxy'])),
  })
  const isOnField = error !== null && Object.keys(refusedFields(error, ['pacUrl', 'proxy'])).length > 0
  return (
    <form
      onSubmit={form.onSubmit((values) => mutate(values), focusFirstError(form))}
      noValidate
      aria-label="Proxy settings"
    >
      <Stack gap="sm">
        <NativeSelect
          label="Proxy"
          description={settingsTexts.proxyScope}
          data={[...modes]}
          {...form.getInputProps('mode')}
        />
        {mode === 'pac' && (
          <TextInput
            label="Configuration address"
            description={settingsTexts.pacFile}
            spellCheck={false}
            {...form.getInputProps('pacUrl')}
          />
        )}
        {mode === 'manual' && (
          <TextInput
            label="Proxy address"
            description={settingsTexts.proxyAddress}
            spellCheck={false}
            {...form.getInputProps('proxy')}
          />
        )}
        {error && !isOnField && <ErrorNotice error={error} />}
        <SaveRow label="Save proxy" isBusy={isPending} isChanged={typed.isChanged(form.values)} />
      </Stack>
    </form>
  )
}

const signInWords: Readonly<Record<NetworkView['proxies'][number]['signIn'], string>> = {
  none: settingsTexts.noSignInSaved,
  needed: settingsTexts.signInRequired,
  saved: settingsTexts.signInSaved,
  refused: settingsTexts.signInRejected,
}

function ProxyRow({ proxy, signIn }: NetworkView['proxies'][number]) {
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending, error } = useMutation({
    ...mutationOptionsFor('network', 'removeSignIn'),
    onSuccess: () => announce('Proxy sign-in removed'),
  })
  const action = { size: 'xs', variant: 'default' } as const
  const hasOne = signIn === 'saved' || signIn === 'refused'
  return (
    <li className={classes.workspace} aria-label={proxy}>
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {proxy}
      </Text>
      <Text size="xs" c="dimmed">
        {signInWords[signIn]}
      </Text>
      <Group gap={6} mt={8}>
        <Button
          {...action}
          onClick={() => setIsOpen(true)}
          aria-label={`${hasOne ? 'Replace sign-in' : 'Sign in'} to ${proxy}`}
        >
          {hasOne ? 'Replace sign-in…' : 'Sign in…'}
        </Button>
        {hasOne && (
          <BusyButton
            {...action}
            isBusy={isPending}
            onClick={() => mutate({ proxy })}
            aria-label={`Remove sign-in to ${proxy}`}
          >
            Remove sign-in
          </BusyButton>
        )}
      </Group>
      {error && <ErrorNotice mt={8} error={error} />}
      {isOpen && <ProxySignInDialog proxy={proxy} onClose={() => setIsOpen(false)} />}
    </li>
  )
}

export function NetworkSettings() {
  const { data } = useQuery(read)
  if (data === undefined) return null
  const { settings, proxies } = data
  return (
    <Section id="network" description={settingsTexts.network}>
      <ProxyForm saved={settings} />
      {proxies.length > 0 && (
        <ul aria-label="Proxy sign-in" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {proxies.map((each) => (
            <ProxyRow key={each.proxy} {...each} />
          ))}
        </ul>
      )}
      <ConnectionDoctor />
    </Section>
  )
}
