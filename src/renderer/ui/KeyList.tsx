import { Group, Stack, Text, Title } from '@mantine/core'
import { KeyNames } from './KeyNames'
import type { KeyBinding } from './key-registry'
import { useKeyList } from './keys'

const inGroup = (group: string) => (binding: KeyBinding) => binding.group === group

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
            {bound.filter(inGroup(group)).map(({ binding, description }) => (
              <Group key={binding} justify="space-between" wrap="nowrap">
                <Text component="dt" size="sm">
                  {description}
                </Text>
                <dd>
                  <KeyNames binding={binding} />
                </dd>
              </Group>
            ))}
          </Stack>
        </div>
      ))}
    </Stack>
  )
}
