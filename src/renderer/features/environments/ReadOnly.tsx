import { Badge, Button, Group } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useEnvironment } from '../../client/workspace'
import { useEditingLock } from './editing-lock'
import classes from './environments.module.css'

/**
 * Main refuses changes in a locked environment; this badge says so before anyone tries. Once unlocked, it says so and
 * offers to lock: an environment left unlocked by mistake changes what everyone sees.
 */
export function ReadOnly() {
  const { isLocked, name } = useEnvironment()
  const { unlock, lock } = useEditingLock()
  // Only production can be locked, so only there is it worth saying that it is unlocked.
  if (!isLocked && name !== 'production') return null
  const Icon = isLocked ? IconLock : IconLockOpen
  return (
    <Group gap={6} wrap="nowrap">
      <Badge
        variant="default"
        radius="sm"
        tt="none"
        fw={500}
        className={`${classes.readOnly} ${isLocked ? '' : classes.unlocked}`}
        leftSection={<Icon size={12} aria-hidden />}
      >
        <span className={classes.readOnlyText}>{isLocked ? 'Read-only' : 'Unlocked'}</span>
      </Badge>
      <Button size="compact-xs" variant="default" className={classes.unlock} onClick={isLocked ? unlock : lock}>
        {isLocked ? 'Unlock editing' : 'Lock editing'}
      </Button>
    </Group>
  )
}
