export { EnvironmentMenu } from './EnvironmentMenu'
export { ReadOnly } from './ReadOnly'
export { type Switching, useSwitching } from './switching'
export { WorkspaceMenu } from './WorkspaceMenu'
