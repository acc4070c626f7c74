export { PassWeek, usePassWeek } from './PassWeek'
export { isSandboxOffline, SandboxConnectionButton, useSandboxConnection } from './SandboxConnection'
