export type { FrameCommands } from './commands'
export { Palette } from './Palette'
