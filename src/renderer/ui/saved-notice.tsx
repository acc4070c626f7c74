import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { notifyError } from './notify'

const shownMs = 20_000

/** Says what was saved, and leads to it. */
export function notifySaved(message: string, showInFolder: () => Promise<unknown>): void {
  notifications.show({
    color: 'green',
    role: 'status',
    autoClose: shownMs,
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void showInFolder().catch(notifyError)}>
          Show in folder
        </Button>
      </Group>
    ),
  })
}
