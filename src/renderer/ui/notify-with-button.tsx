import { Button, Group, Text } from '@mantine/core'
import type { Binding } from './every-key'
import { KeyHint } from './KeyHint'

interface NoticeWithButtonProps {
  readonly message: string
  readonly label: string
  /** That does the same as the button. */
  readonly binding?: Binding | undefined
  readonly onClick: () => void
}

/** What a notice says when something can be done about it. */
export function NoticeWithButton({ message, label, binding, onClick }: NoticeWithButtonProps) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{message}</Text>
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        rightSection={binding && <KeyHint binding={binding} />}
        onClick={onClick}
      >
        {label}
      </Button>
    </Group>
  )
}
