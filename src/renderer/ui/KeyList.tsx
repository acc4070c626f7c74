import { Group, Stack, Text, Title } from '@mantine/core'
import { KeyNames } from './KeyNames'
import type { KeyBinding } from './key-registry'
import { useKeyList } from './keys'

const inGroup = (group: string) => (binding: KeyBinding) => binding.group === group

/** Keys that do the same ("j" and the arrow) belong together. */
function byDescription(bound: readonly KeyBinding[]): ReadonlyMap<string, readonly string[]> {
  const rows = new Map<string, readonly string[]>()
  for (const { binding, description } of bound) rows.set(description, [...(rows.get(description) ?? []), binding])
  return rows
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
            {[...byDescription(bound.filter(inGroup(group)))].map(([description, bindings]) => (
              <Group key={description} justify="space-between" wrap="nowrap">
                <Text component="dt" size="sm">
                  {description}
                </Text>
                <Group component="dd" gap={10} m={0} wrap="nowrap">
                  {bindings.map((binding) => (
                    <KeyNames key={binding} binding={binding} />
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
