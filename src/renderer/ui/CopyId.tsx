import { ActionIcon, Code, Group } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useCopy } from './copy-text'

/** An id with a button that copies it and confirms that. */
export function CopyId({ id, label = 'Copy ID' }: { readonly id: string; readonly label?: string }) {
  const { isCopied, copy } = useCopy()
  return (
    <Group gap={4} wrap="nowrap" maw="100%">
      <Code style={{ overflowWrap: 'anywhere' }}>{id}</Code>
      <ActionIcon aria-label={label} onClick={() => copy(id)}>
        {isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
    </Group>
  )
}
