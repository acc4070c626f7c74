import { Group, NumberInput, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ScoreFilterProps } from './InsightToolbar'

const bound = (value: string | number) => (typeof value === 'number' ? value : null)

const field = { size: 'xs', min: 0, step: 0.1, decimalScale: 4, w: 120, placeholder: 'Any' } as const

export function ScoreRange({ minScore, maxScore, onChange }: ScoreFilterProps) {
  const lowest = useRef<HTMLInputElement>(null)
  // Whatever it opened in gave the focus away already where this code came later.
  useEffect(() => lowest.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <Group gap="sm" wrap="nowrap">
        <NumberInput
          {...field}
          ref={lowest}
          data-autofocus
          label="Lowest score"
          value={minScore ?? ''}
          onChange={(value) => onChange({ minScore: bound(value) })}
        />
        <NumberInput
          {...field}
          label="Highest score"
          value={maxScore ?? ''}
          onChange={(value) => onChange({ maxScore: bound(value) })}
        />
      </Group>
      <Text size="xs" c="dimmed" mt="xs">
        Insights without a score aren’t included.
      </Text>
    </>
  )
}
