import { ActionIcon, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'

/** One sentence about a list or section, shown on hover, focus or touch. */
export function InfoTip({ text }: { readonly text: string }) {
  return (
    <Tooltip label={text} multiline maw={300} withArrow events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon c="dimmed" aria-label={text}>
        <IconInfoCircle size={15} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
