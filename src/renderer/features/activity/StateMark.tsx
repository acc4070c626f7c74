import type { ActivityEntry } from '../../../contract/features/activity'
import { stateWords } from '../../../contract/features/activity-words'
import classes from './activity.module.css'

export function StateMark({ state }: Pick<ActivityEntry, 'state'>) {
  return (
    <span className={classes.state} data-state={state} title={stateWords[state]}>
      <span className={classes.stateWords}>{stateWords[state]}</span>
    </span>
  )
}
