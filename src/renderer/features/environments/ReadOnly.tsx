import { Badge, Button, Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEnvironment } from '../../app/workspace'
import { client } from '../../client/bridge'
import { announce } from '../../ui/announce'
import { environmentIdentity } from '../../ui/environment-identity'
import { notifyError } from '../../ui/notify'
import { askFirst } from '../../ui/question'
import classes from './environments.module.css'

/** Main refuses changes in a locked environment; this says so before anybody tries. */
export function ReadOnly() {
  const { name, isLocked } = useEnvironment()
  const queryClient = useQueryClient()
  if (!isLocked) return null
  const { label } = environmentIdentity[name]

  const unlock = async () => {
    const isConfirmed = await askFirst({
      title: `Unlock editing in ${label}?`,
      text: `What you create or change from now on reaches everybody who works in ${label}. It is locked again when the app closes.`,
      confirmLabel: `Unlock ${label}`,
      tone: 'danger',
    })
    if (!isConfirmed) return
    try {
      await client.environments.unlock({ environment: name })
      await queryClient.invalidateQueries({ queryKey: ['environments'] })
      announce(`Editing in ${label} is unlocked.`)
    } catch (error) {
      notifyError(error)
    }
  }

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
      <Button size="compact-xs" variant="default" className={classes.unlock ?? ''} onClick={unlock}>
        Unlock editing
      </Button>
    </Group>
  )
}
