import { VisuallyHidden } from '@mantine/core'
import { type Part, partNames, type ScoredPart, type Weights } from '../../../contract/features/priorities'
import details from '../../records/details.module.css'
import classes from './priorities.module.css'
import { points, priorityTexts, weighted } from './priority-words'

interface ScoreBarProps {
  readonly score: number
  readonly scored: Readonly<Record<Part, ScoredPart>>
  readonly weights: Weights
}

/** The points and their parts; a full bar is 100 points. */
export function ScoreBar({ score, scored, weights }: ScoreBarProps) {
  const shown = weighted(weights).filter((part) => scored[part].contribution > 0)
  const words = shown.map((part) => `${partNames[part]} ${points(scored[part].contribution)}`).join(', ')
  return (
    <span className={classes.score} title={words}>
      <b>{points(score)}</b>
      <span className={classes.bar} aria-hidden>
        {shown.map((part) => (
          <span key={part} data-part={part} style={{ width: `${scored[part].contribution}%` }} />
        ))}
      </span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}

/** Names the weighted parts, with their weights. */
export function Legend({ weights }: { readonly weights: Weights }) {
  const shown = weighted(weights)
  if (shown.length === 0) return <p className={details.muted}>{priorityTexts.noWeights}</p>
  return (
    <ul className={classes.legend} aria-label="Parts of the points">
      {shown.map((part) => (
        <li key={part}>
          <span className={classes.swatch} data-part={part} aria-hidden />
          {partNames[part]}
          <span className={classes.weight}>{weightText(weights[part])}</span>
        </li>
      ))}
    </ul>
  )
}

const weightText = (weight: number) => (weight < 0 ? `−${-weight}, lowest first` : String(weight))
