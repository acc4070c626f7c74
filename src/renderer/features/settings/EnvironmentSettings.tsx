import { Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { EnvironmentView } from '../../../contract/features/environments'
import { EnvironmentName } from '../../../contract/workspace'
import { useEnvironments } from '../../client/workspace'
import { environmentIdentity } from '../../ui/environment-identity'
import { EnvironmentData } from './EnvironmentData'
import { Section } from './Section'
import { ServiceSettings } from './ServiceSettings'
import { settingsTexts } from './settings-words'
import { Workspaces } from './Workspaces'

const choices = EnvironmentName.options.map((value) => ({ value, label: environmentIdentity[value].label }))

/** An environment that was never set up has nothing to measure or to forget. */
const hasAnything = ({ baseAddress, workspaces, library }: EnvironmentView) =>
  baseAddress !== null || workspaces.length > 0 || library !== 'closed'

/** Counts how often the value disappeared. */
function useTimesGone(value: string | null): number {
  const [{ isThere, times }, setSeen] = useState({ isThere: value !== null, times: 0 })
  if (isThere !== (value !== null)) setSeen({ isThere: value !== null, times: isThere ? times + 1 : times })
  return times
}

/** Shows one environment at a time, so that nobody takes its settings for another's. */
export function EnvironmentSettings() {
  const { environments, active } = useEnvironments()
  const [name, setName] = useState<EnvironmentName>(() => {
    // Without an open environment, shows one that is still set up.
    const kept = environments.find((each) => each.baseAddress !== null && each.name !== 'sandbox')
    return active?.environment ?? kept?.name ?? 'staging'
  })
  const environment = environments.find((each) => each.name === name)
  const timesForgotten = useTimesGone(environment?.baseAddress ?? null)
  return (
    <Section id="environments" description={settingsTexts.environment}>
      <NativeSelect
        label="Environment"
        data={choices}
        value={name}
        onChange={(event) => setName(event.currentTarget.value as EnvironmentName)}
      />
      {name === 'sandbox' && <Text size="sm">{settingsTexts.sandboxNeedsNothing}</Text>}
      {environment && name !== 'sandbox' && (
        <>
          {/* Remounted after forgetting: its fields must not bring back deleted values. */}
          <ServiceSettings key={`${name} ${timesForgotten}`} environment={environment} name={name} />
          <Workspaces key={name} environment={environment}>
            <Button
              component={Link}
              to={`/connect?environment=${name}`}
              variant="default"
              style={{ alignSelf: 'flex-start' }}
            >
              Connect a workspace…
            </Button>
          </Workspaces>
        </>
      )}
      {environment && hasAnything(environment) && <EnvironmentData key={name} environment={environment} />}
    </Section>
  )
}
