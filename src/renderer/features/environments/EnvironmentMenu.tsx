import { Menu, Text, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import type { EnvironmentView } from '../../../contract/features/environments'
import { useEnvironments } from '../../client/workspace'
import { environmentIdentity } from '../../ui/environment-identity'
import { KeyNames } from '../../ui/KeyNames'
import { useKey } from '../../ui/keys'
import classes from './environments.module.css'
import { type Switching, useSwitching } from './switching'

function detail({ name, workspaces }: EnvironmentView): string {
  if (name === 'sandbox') return 'A fictional company on this computer'
  if (workspaces.length === 0) return 'Not connected'
  return workspaces.length === 1 ? '1 workspace' : `${workspaces.length} workspaces`
}

const positions = [1, 2, 3, 4] as const
type Position = (typeof positions)[number]

interface EntryProps {
  readonly environment: EnvironmentView
  readonly isActive: boolean
  readonly position: Position
  readonly switching: Switching
}

function Entry({ environment, isActive, position, switching }: EntryProps) {
  const { label, Icon } = environmentIdentity[environment.name]
  return (
    <Menu.Item
      data-environment={environment.name}
      leftSection={<Icon size={18} className={classes.icon} aria-hidden />}
      rightSection={
        isActive ? (
          <IconCheck size={16} aria-label="open" />
        ) : (
          <span aria-hidden>
            <KeyNames binding={`mod+${position}`} />
          </span>
        )
      }
      onClick={() => switching.openEnvironment(environment.name)}
    >
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {detail(environment)}
      </Text>
    </Menu.Item>
  )
}

function SwitchKey({ environment, position, switching }: EntryProps) {
  useKey(`mod+${position}`, () => switching.openEnvironment(environment.name))
  return null
}

/** Shows the open environment and leads to the others. */
export function EnvironmentMenu() {
  const { environments, active } = useEnvironments()
  const switching = useSwitching()
  if (active === null) return null
  const { label, Icon } = environmentIdentity[active.environment]
  const entries = environments.map((environment, index) => ({
    environment,
    isActive: environment.name === active.environment,
    position: positions[index] ?? 4,
    switching,
  }))
  return (
    <>
      {entries.map((entry) => (
        <SwitchKey key={entry.environment.name} {...entry} />
      ))}
      <Menu position="bottom-start" width={300}>
        <Menu.Target>
          <UnstyledButton
            className={classes.badge}
            data-environment={active.environment}
            aria-label={`Environment: ${label}`}
          >
            <Icon size={16} aria-hidden />
            <span>{label}</span>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Environments</Menu.Label>
          {entries.map((entry) => (
            <Entry key={entry.environment.name} {...entry} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
