import { Anchor, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { client } from '../client/bridge'
import { announce } from './announce'

const longestLink = 2048

/** Main decides again; this only keeps a link that would be refused from looking as if it could be opened. */
export function canOpenLink(href: string): boolean {
  if (href.length > longestLink) return false
  try {
    const { protocol, username, password } = new URL(href)
    return protocol === 'https:' && username === '' && password === ''
  } catch {
    return false
  }
}

/** A link of the service, opened in the person's browser. What is not https is shown as text. */
export function OpenLink({ href, children }: { readonly href: string; readonly children?: ReactNode }) {
  if (!canOpenLink(href)) {
    return (
      <Text span inherit style={{ overflowWrap: 'anywhere' }}>
        {href}
      </Text>
    )
  }
  const open = (event: MouseEvent) => {
    event.preventDefault()
    client.shell.openLink({ url: href }).catch(() => announce('The link could not be opened.'))
  }
  return (
    <Anchor inherit href={href} title={href} onClick={open} onAuxClick={(event) => event.preventDefault()}>
      {children ?? href} <IconExternalLink size={12} aria-label="(opens in the browser)" />
    </Anchor>
  )
}
