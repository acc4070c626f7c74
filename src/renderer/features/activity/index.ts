// Activity: every change made from this computer, in all workspaces, with what became of it and what was deleted.
export { ActivityView } from './ActivityView'
export { ChangeActions } from './ChangeActions'
export { ReviewDialog } from './ReviewDialog'
export { StateMark } from './StateMark'
export { saveActivity } from './save-activity'
export { Unsettled } from './Unsettled'
export { WaitingElsewhere } from './WaitingElsewhere'
