export { PassWeek, usePassWeek } from './PassWeek'
export { SandboxConnectionButton, useSandboxConnection } from './SandboxConnection'
