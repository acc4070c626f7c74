import { Menu, Text, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { workspaceKey } from '../../../contract/workspace-key'
import { useEnvironment, useWorkspace } from '../../client/workspace'
import { environmentIdentity } from '../../ui/environment-identity'
import classes from './environments.module.css'
import { useSwitching } from './switching'

/** The workspaces of the environment that is open. */
export function WorkspaceMenu() {
  const { name: environment, workspaces } = useEnvironment()
  const current = useWorkspace()
  const { openWorkspace } = useSwitching()
  const navigate = useNavigate()
  const currentKey = workspaceKey(current.ref)
  const connectIn = environment === 'sandbox' ? '/connect' : `/connect?environment=${environment}`
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton className={classes.workspace} aria-label={`Workspace: ${current.name}`}>
          <span>{current.name}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Workspaces in {environmentIdentity[environment].label}</Menu.Label>
        {workspaces.map(({ ref, name }) => (
          <Menu.Item
            key={workspaceKey(ref)}
            rightSection={workspaceKey(ref) === currentKey ? <IconCheck size={16} aria-label="open" /> : null}
            onClick={() => openWorkspace(ref)}
          >
            <Text size="sm" truncate>
              {name}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => navigate(connectIn)}>
          Connect a workspace…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
