import { Button, Group } from '@mantine/core'

interface CreatedNoticeProps {
  readonly words: string
  readonly onShow: () => void
}

/** For an insight that was created while the list is filtered. */
export function CreatedNotice({ words, onShow }: CreatedNoticeProps) {
  return (
    <Group justify="space-between" gap="xs">
      <span>{words} Your filters may hide it.</span>
      <Button size="compact-xs" variant="default" onClick={onShow}>
        Show
      </Button>
    </Group>
  )
}
