import { Group, NumberInput, Popover, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { scoreText } from './insight-words'
import classes from './Toolbar.module.css'

interface ScoreFilterProps {
  readonly minScore: number | null
  readonly maxScore: number | null
  readonly onChange: (bounds: { minScore?: number | null; maxScore?: number | null }) => void
}

function rangeText(minScore: number | null, maxScore: number | null): string {
  if (minScore !== null && maxScore !== null) return `Score ${scoreText(minScore)} to ${scoreText(maxScore)}`
  if (minScore !== null) return `Score from ${scoreText(minScore)}`
  if (maxScore !== null) return `Score up to ${scoreText(maxScore)}`
  return 'Score'
}

const bound = (value: string | number) => (typeof value === 'number' ? value : null)

/** Bounds on the combined score. A bound leaves out what has no score. */
export function ScoreFilter({ minScore, maxScore, onChange }: ScoreFilterProps) {
  const [isOpen, setIsOpen] = useState(false)
  const field = { size: 'xs', min: 0, step: 0.1, decimalScale: 4, w: 120, placeholder: 'Any' } as const
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <button
          type="button"
          className={classes.chip}
          data-on={minScore !== null || maxScore !== null || undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {rangeText(minScore, maxScore)}
          <IconChevronDown size={12} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Score range">
        <Group gap="sm" wrap="nowrap">
          <NumberInput
            {...field}
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
          Insights without a score are left out.
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}
