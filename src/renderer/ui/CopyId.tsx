import { ActionIcon, Code, Group } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { client } from '../client/bridge'
import { announce } from './announce'
import { controlTexts } from './words'

const shownMs = 2000

/** Whether something was copied a moment ago, and the setter to report a copy. */
export function useCopied(): readonly [isCopied: boolean, setIsCopied: (isCopied: boolean) => void] {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return [isCopied, setIsCopied]
}

/** An id with a button that copies it and confirms that. */
export function CopyId({ id, label = 'Copy ID' }: { readonly id: string; readonly label?: string }) {
  const [isCopied, setIsCopied] = useCopied()
  const copy = () =>
    client.shell.copyText({ text: id }).then(
      () => {
        setIsCopied(true)
        announce('Copied')
      },
      () => announce(controlTexts.idNotCopied),
    )

  return (
    <Group gap={4} wrap="nowrap" maw="100%">
      <Code style={{ overflowWrap: 'anywhere' }}>{id}</Code>
      <ActionIcon aria-label={label} onClick={copy}>
        {isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
    </Group>
  )
}
