import { Group, Kbd, Text } from '@mantine/core'
import { Fragment } from 'react'
import { keyNames } from './key-names'

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
