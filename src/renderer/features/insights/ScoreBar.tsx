import classes from './cells.module.css'
import { barShare, notScored, scoreText } from './insight-words'

/** The combined score as a number, with a bar to compare rows at a glance. */
export function ScoreBar({ score }: { readonly score: number | null }) {
  if (score === null) return <span className={classes.notScored}>{notScored}</span>
  return (
    <span className={classes.score}>
      <span className={classes.bar} aria-hidden>
        <span className={classes.fill} style={{ width: `${Math.round(barShare(score) * 100)}%` }} />
      </span>
      <span className={classes.number}>{scoreText(score)}</span>
    </span>
  )
}
