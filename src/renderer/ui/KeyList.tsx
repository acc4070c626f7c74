import { Group, Stack, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { KeyNames } from './KeyNames'
import type { KeyBinding } from './key-registry'
import { useKeyList } from './keys'

const inGroup = (group: string) => (binding: KeyBinding) => binding.group === group

interface Line {
  readonly description: string
  readonly bindings: readonly KeyBinding['binding'][]
}

/** Keys that do the same are on one line. */
function linesOf(bound: readonly KeyBinding[]): readonly Line[] {
  const descriptions = [...new Set(bound.map(({ description }) => description))]
  return descriptions.map((description) => ({
    description,
    bindings: bound.filter((each) => each.description === description).map(({ binding }) => binding),
  }))
}

/** Everything that is bound now, by group. */
export function KeyList() {
  const bound = useKeyList()
  const groups = [...new Set(bound.map(({ group }) => group))]
  return (
    <Stack gap="lg">
      {groups.map((group) => (
        <div key={group}>
          <Title order={3} size="h6" mb="xs">
            {group}
          </Title>
          <Stack gap={6} component="dl" m={0}>
            {linesOf(bound.filter(inGroup(group))).map(({ bindings, description }) => (
              <Group key={description} justify="space-between" wrap="nowrap">
                <Text component="dt" size="sm">
                  {description}
                </Text>
                <Group component="dd" gap={6} m={0} wrap="nowrap">
                  {bindings.map((binding, place) => (
                    <Fragment key={binding}>
                      {place > 0 && (
                        <Text span size="xs" c="dimmed">
                          or
                        </Text>
                      )}
                      <KeyNames binding={binding} />
                    </Fragment>
                  ))}
                </Group>
              </Group>
            ))}
          </Stack>
        </div>
      ))}
    </Stack>
  )
}
