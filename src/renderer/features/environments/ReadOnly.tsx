import { Badge, Button, Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useEnvironment } from '../../app/workspace'
import { useEditingLock } from './editing-lock'
import classes from './environments.module.css'

/** Main refuses changes in a locked environment; this says so before anybody tries. */
export function ReadOnly() {
  const { isLocked } = useEnvironment()
  const { unlock } = useEditingLock()
  if (!isLocked) return null
  return (
    <Group gap={6} wrap="nowrap">
      <Badge
        variant="default"
        radius="sm"
        tt="none"
        fw={500}
        className={classes.readOnly ?? ''}
        leftSection={<IconLock size={12} aria-hidden />}
      >
        <span className={classes.readOnlyText}>Read-only</span>
      </Badge>
      <Button size="compact-xs" variant="default" className={classes.unlock ?? ''} onClick={() => void unlock()}>
        Unlock editing
      </Button>
    </Group>
  )
}
