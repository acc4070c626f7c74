// Activity: every change made from this computer, in all workspaces, with what became of it and what was deleted.
export { ActivityView } from './ActivityView'
export { StateMark } from './activity-columns'
export { ChangeActions } from './ChangeActions'
export { ReviewDialog } from './ReviewDialog'
export { Unsettled } from './Unsettled'
export { WaitingElsewhere } from './WaitingElsewhere'
