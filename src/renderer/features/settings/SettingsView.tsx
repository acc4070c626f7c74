import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useActiveWorkspace } from '../../client/workspace'
import { Page } from '../../ui/Page'
import { About } from './About'
import { Appearance } from './Appearance'
import { EnvironmentSettings } from './EnvironmentSettings'
import { KeyboardSettings } from './KeyboardSettings'
import { NetworkSettings } from './NetworkSettings'

export function SettingsView() {
  const hasWorkspace = useActiveWorkspace() !== null
  return (
    <Page width={720} heading="Settings">
      {/* Without a workspace there is no navigation. */}
      {!hasWorkspace && (
        <Button
          component={Link}
          to="/"
          variant="subtle"
          color="gray"
          size="compact-sm"
          ml={-8}
          mb="md"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
        >
          Back
        </Button>
      )}
      <EnvironmentSettings />
      <NetworkSettings />
      <Appearance />
      <KeyboardSettings />
      <About />
    </Page>
  )
}
