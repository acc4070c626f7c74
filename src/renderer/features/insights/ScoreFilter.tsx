import { Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { loadLater } from '../../ui/load-later'
import { scoreText } from './insight-words'
import classes from './Toolbar.module.css'

const ScoreRange = loadLater(() => import('./ScoreRange').then(({ ScoreRange }) => ScoreRange))

export interface ScoreFilterProps {
  readonly minScore: number | null
  readonly maxScore: number | null
  readonly onChange: (bounds: { minScore?: number | null; maxScore?: number | null }) => void
}

function rangeText(minScore: number | null, maxScore: number | null): string {
  if (minScore !== null && maxScore !== null) return `Score ${scoreText(minScore)}–${scoreText(maxScore)}`
  if (minScore !== null) return `Score ≥ ${scoreText(minScore)}`
  if (maxScore !== null) return `Score ≤ ${scoreText(maxScore)}`
  return 'Score'
}

/** Bounds on the combined score. A bound leaves out what has no score. */
export function ScoreFilter({ minScore, maxScore, onChange }: ScoreFilterProps) {
  const [isOpen, setIsOpen] = useState(false)
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
        <ScoreRange minScore={minScore} maxScore={maxScore} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  )
}
