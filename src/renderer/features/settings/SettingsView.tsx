import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useActiveWorkspace } from '../../client/workspace'
import { settingsSections } from '../../navigation/views'
import { Page } from '../../ui/Page'
import { About } from './About'
import { Appearance } from './Appearance'
import { EnvironmentSettings } from './EnvironmentSettings'
import { KeyboardSettings } from './KeyboardSettings'
import { NetworkSettings } from './NetworkSettings'
import { useSectionInSight } from './section-in-sight'
import classes from './settings.module.css'

/** Links to the parts, as they don't all fit into a window. */
function Sections() {
  const bar = useRef<HTMLElement>(null)
  const current = useSectionInSight(bar)
  return (
    <nav ref={bar} aria-label="Sections" className={classes.sections}>
      {settingsSections.map(({ id, title }) => (
        // Back leaves Settings, rather than going through each visited section.
        <Link key={id} to={`/settings/${id}`} replace aria-current={id === current ? 'location' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  )
}

export function SettingsView() {
  const hasWorkspace = useActiveWorkspace() !== null
  return (
    <Page width={720} heading="Settings" tools={<Sections />}>
      {/* Without a workspace there is no other navigation. */}
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
