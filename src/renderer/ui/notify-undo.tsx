import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Binding } from './every-key'
import { KeyHint } from './KeyHint'

interface UndoOptions {
  /** That does the same. */
  readonly binding?: Binding
}

/** Says what was done, with a button that undoes it. Returns the notice's id. */
export function notifyUndo(message: string, onUndo: () => void, { binding }: UndoOptions = {}): string {
  const id = notifications.show({
    role: 'status',
    autoClose: 10_000,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          rightSection={binding && <KeyHint binding={binding} />}
          onClick={() => {
            notifications.hide(id)
            onUndo()
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  })
  return id
}
