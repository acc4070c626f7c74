import { Group, NumberInput, Text } from '@mantine/core'
import { type Ref, useEffect, useRef, useState } from 'react'
import { LiveText } from '../../ui/LiveText'
import type { ScoreFilterProps } from './InsightToolbar'
import { insightTexts } from './insight-words'

/** Reads "0." as 0 while the person is still typing. */
function boundOf(typed: string | number): number | null {
  const bound = typed === '' ? Number.NaN : Number(typed)
  return Number.isFinite(bound) ? bound : null
}

interface BoundProps {
  readonly ref?: Ref<HTMLInputElement>
  readonly label: string
  readonly bound: number | null
  readonly onBound: (bound: number | null) => void
}

/** Shows the typed text while focused: the address holds only numbers, and would turn "0." into "0". */
function Bound({ ref, label, bound, onBound }: BoundProps) {
  const [typed, setTyped] = useState<string | number | null>(null)
  return (
    <NumberInput
      ref={ref}
      label={label}
      size="xs"
      min={0}
      step={0.1}
      decimalScale={4}
      w={120}
      placeholder="Any"
      value={typed ?? bound ?? ''}
      onChange={(value) => {
        setTyped(value)
        onBound(boundOf(value))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

export function ScoreRange({ minScore, maxScore, onChange }: ScoreFilterProps) {
  const isReversed = minScore !== null && maxScore !== null && minScore > maxScore
  const lowest = useRef<HTMLInputElement>(null)
  // When this code loads late, the popover has already set the focus.
  useEffect(() => lowest.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <Group gap="sm" wrap="nowrap">
        <Bound ref={lowest} label="Lowest score" bound={minScore} onBound={(bound) => onChange({ minScore: bound })} />
        <Bound label="Highest score" bound={maxScore} onBound={(bound) => onChange({ maxScore: bound })} />
      </Group>
      <Text size="xs" c="dimmed" mt="xs">
        {insightTexts.unscoredLeftOut}
      </Text>
      {isReversed && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="status">
          <LiveText>{insightTexts.lowestAboveHighest}</LiveText>
        </Text>
      )}
    </>
  )
}
