// Names of keys on this computer's keyboard: "Ctrl+K", "⌘K", "G then I".
import { Group, Kbd, Text } from '@mantine/core'
import { Fragment } from 'react'

const isOnMac = navigator.platform.startsWith('Mac')

const macNames: Readonly<Record<string, string>> = { mod: '⌘', shift: '⇧', alt: '⌥' }

const names: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ContextMenu: 'Menu',
  PageDown: 'Page down',
  PageUp: 'Page up',
}

/** Names of the keys of a binding, in the order they are pressed: ["Ctrl+K"] for "mod+k", ["G", "I"] for "g i". */
export function keyTexts(binding: string, isMac = isOnMac): readonly string[] {
  const nameOf = (key: string) => (isMac && macNames[key]) || names[key] || (key.length === 1 ? key.toUpperCase() : key)
  return binding.split(' ').map((keys) =>
    keys
      .split('+')
      .map(nameOf)
      .join(isMac ? '' : '+'),
  )
}

export function KeyNames({ binding }: { readonly binding: string }) {
  return (
    <Group component="span" display="inline-flex" gap={4} wrap="nowrap">
      {keyTexts(binding).map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a key may come twice ("g g"), and the order never changes
        <Fragment key={index}>
          {index > 0 && (
            <Text span size="xs" c="dimmed">
              then
            </Text>
          )}
          <Kbd size="xs">{text}</Kbd>
        </Fragment>
      ))}
    </Group>
  )
}
