export { EnvironmentMenu } from './EnvironmentMenu'
export { ReadOnly } from './ReadOnly'
export { useSwitching } from './switching'
export { WorkspaceMenu } from './WorkspaceMenu'
