import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { client } from '../../client/bridge'
import { notifyError } from '../../ui/notify'

const shownMs = 20_000

/** Says what was saved, and leads to it. */
export function notifySaved(exportId: string, message: string): void {
  const show = () => client.export.showInFolder({ exportId }).catch(notifyError)
  notifications.show({
    color: 'green',
    role: 'status',
    autoClose: shownMs,
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void show()}>
          Show in folder
        </Button>
      </Group>
    ),
  })
}
