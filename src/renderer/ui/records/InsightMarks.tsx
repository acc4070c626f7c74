import { IconCircleDot } from '@tabler/icons-react'
import type { InsightRow } from '../../../contract/features/insights'
import classes from './details.module.css'
import { figure } from './record-words'

/** What tells one insight from another beside its name, wherever details list some. */
export function InsightMarks({ seen, combinedScore }: Pick<InsightRow, 'seen' | 'combinedScore'>) {
  return (
    <>
      {!seen && (
        <span className={classes.itemMark}>
          <IconCircleDot size={13} stroke={1.8} aria-hidden /> Unseen
        </span>
      )}
      <span className={classes.itemMark}>
        {combinedScore === null ? 'not scored' : `score ${figure(combinedScore)}`}
      </span>
    </>
  )
}
