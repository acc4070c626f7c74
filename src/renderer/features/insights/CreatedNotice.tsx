import { Button, Group } from '@mantine/core'
import { insightTexts } from './insight-words'

interface CreatedNoticeProps {
  readonly words: string
  readonly onShow: () => void
}

/** For an insight that was created while the list is filtered. */
export function CreatedNotice({ words, onShow }: CreatedNoticeProps) {
  return (
    <Group justify="space-between" gap="xs">
      <span>
        {words} {insightTexts.maybeFiltered}
      </span>
      <Button size="compact-xs" variant="default" onClick={onShow}>
        Show
      </Button>
    </Group>
  )
}
