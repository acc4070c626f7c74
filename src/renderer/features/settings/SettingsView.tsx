import { Title } from '@mantine/core'
import { Page } from '../../ui/Page'
import { About } from './About'
import { Appearance } from './Appearance'
import { EnvironmentSettings } from './EnvironmentSettings'
import { KeyboardSettings } from './KeyboardSettings'

export function SettingsView() {
  return (
    <Page width={720}>
      <Title order={1} size="h3" mb="lg">
        Settings
      </Title>
      <EnvironmentSettings />
      <Appearance />
      <KeyboardSettings />
      <About />
    </Page>
  )
}
