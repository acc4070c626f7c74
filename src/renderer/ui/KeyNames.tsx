// How keys are called on this computer's keyboard.
import { Group, Kbd, Text } from '@mantine/core'
import { Fragment } from 'react'

const isMac = navigator.platform.startsWith('Mac')

export const modKey = isMac ? '⌘' : 'Ctrl'

const names: Readonly<Record<string, string>> = {
  mod: modKey,
  shift: isMac ? '⇧' : 'Shift',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ContextMenu: 'Menu',
  PageDown: 'Page down',
  PageUp: 'Page up',
}

const nameOf = (key: string) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key)

/** The keys of a binding in the order they are pressed: "mod+k" -> ["Ctrl", "K"]. */
export function keyNames(binding: string): { readonly keys: readonly string[]; readonly isSequence: boolean } {
  const isSequence = binding.includes(' ')
  return { keys: binding.split(isSequence ? ' ' : '+').map(nameOf), isSequence }
}

export function KeyNames({ binding }: { readonly binding: string }) {
  const { keys, isSequence } = keyNames(binding)
  return (
    <Group gap={4} wrap="nowrap">
      {keys.map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a key may come twice ("g g"), and the order never changes
        <Fragment key={index}>
          {index > 0 && (
            <Text span size="xs" c="dimmed">
              {isSequence ? 'then' : '+'}
            </Text>
          )}
          <Kbd size="xs">{key}</Kbd>
        </Fragment>
      ))}
    </Group>
  )
}
