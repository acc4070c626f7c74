import { Page } from '../../ui/Page'
import { About } from './About'
import { Appearance } from './Appearance'
import { EnvironmentSettings } from './EnvironmentSettings'
import { KeyboardSettings } from './KeyboardSettings'

export function SettingsView() {
  return (
    <Page width={720} heading="Settings">
      <EnvironmentSettings />
      <Appearance />
      <KeyboardSettings />
      <About />
    </Page>
  )
}
