import { Group, Kbd, Text } from '@mantine/core'
import { Fragment } from 'react'
import { keyNames } from './key-names'

export function KeyNames({ binding }: { readonly binding: string }) {
  const { keys, isSequence } = keyNames(binding)
  return (
    <Group gap={4} wrap="nowrap">
      {keys.map((key, index) => (
        <Fragment key={key}>
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
