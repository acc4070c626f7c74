import { Anchor, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { whyNotOpened } from '../../contract/links'
import { client } from '../client/bridge'
import { notifyError } from './notify'
import classes from './OpenLink.module.css'

/** The reason as a sentence; null = the link can be opened. Main decides again, by the same rule. */
export function whyNotOpenable(href: string, sandboxOrigin: string | null = null): string | null {
  const why = whyNotOpened(href, sandboxOrigin, (address) => new URL(address))
  return why === null ? null : `Can’t open this link: ${why}.`
}

interface OpenLinkProps {
  readonly href: string
  /** See `whyNotOpened`. */
  readonly sandboxOrigin?: string | null
  readonly children?: ReactNode
}

/** A link of the service, opened in the person's browser. One that would be refused is shown as text, with the reason. */
export function OpenLink({ href, sandboxOrigin = null, children }: OpenLinkProps) {
  const refused = whyNotOpenable(href, sandboxOrigin)
  if (refused !== null) {
    return (
      <Text span inherit style={{ overflowWrap: 'anywhere' }}>
        {href}{' '}
        <Text span inherit c="dimmed">
          {refused}
        </Text>
      </Text>
    )
  }
  const open = (event: MouseEvent) => {
    event.preventDefault()
    client.shell.openLink({ url: href }).catch(notifyError)
  }
  return (
    <Anchor
      inherit
      href={href}
      title={href}
      className={classes.link}
      onClick={open}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children ?? href} <IconExternalLink size={12} aria-label="(opens in the browser)" />
    </Anchor>
  )
}
