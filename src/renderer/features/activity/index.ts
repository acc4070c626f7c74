// Activity: every change made from this computer, in all workspaces, with its outcome and deleted content.
export { ActivityView } from './ActivityView'
export { StateMark } from './activity-columns'
export { ChangeActions } from './ChangeActions'
export { idsInBody } from './kept-content'
export { ReviewDialog } from './ReviewDialog'
export { Unsettled } from './Unsettled'
export { WaitingElsewhere } from './WaitingElsewhere'
