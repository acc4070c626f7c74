import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Binding } from './every-key'
import { KeyHint } from './KeyHint'
import { LiveText } from './LiveText'

export interface ButtonNotice {
  /** While a notice with this id is shown, no second one is. */
  readonly id?: string
  readonly message: string
  /** Label of the button, which also closes the notice. */
  readonly label: string
  readonly run: () => void
  /** Key that does the same as the button. */
  readonly binding?: Binding | undefined
  /** Title above the message. */
  readonly title?: string | undefined
  readonly color?: 'green' | 'yellow' | undefined
  /** Milliseconds until the notice closes by itself. */
  readonly shownMs?: number
}

/** Says what happened, with a button for the next step. Returns the notice's id. */
export function notifyWithButton(notice: ButtonNotice): string {
  const { message, label, run, binding, title, color, shownMs = 10_000 } = notice
  // The button stays on screen while the notice disappears.
  let isPressed = false
  const id = notifications.show({
    ...{ id: notice.id, role: 'status', autoClose: shownMs, title, color },
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">
          <LiveText>{message}</LiveText>
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          rightSection={binding && <KeyHint binding={binding} />}
          onClick={() => {
            if (isPressed) return
            isPressed = true
            notifications.hide(id)
            run()
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  })
  return id
}
