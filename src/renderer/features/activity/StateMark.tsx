import { stateText } from '../../../contract/features/activity-words'
import classes from './activity.module.css'

type StateMarkProps = Parameters<typeof stateText>[0]

export function StateMark(entry: StateMarkProps) {
  const text = stateText(entry)
  return (
    <span className={classes.state} data-state={entry.state} title={text}>
      <span className={classes.stateWords}>{text}</span>
    </span>
  )
}
