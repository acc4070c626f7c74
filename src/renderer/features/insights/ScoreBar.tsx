import classes from './cells.module.css'
import { barShare, notScored, scoreText } from './insight-words'

interface ScoreBarProps {
  readonly score: number | null
  /** In the workspace, not in what is shown of it: rows look the same whatever they stand among. */
  readonly greatest: number | null
}

/** The combined score as a number, with a bar to compare rows at a glance. */
export function ScoreBar({ score, greatest }: ScoreBarProps) {
  if (score === null) return <span className={classes.notScored}>{notScored}</span>
  return (
    <span className={classes.score}>
      <span className={classes.bar} aria-hidden>
        <span className={classes.fill} style={{ width: `${Math.round(barShare(score, greatest) * 100)}%` }} />
      </span>
      <span className={classes.number}>{scoreText(score)}</span>
    </span>
  )
}
