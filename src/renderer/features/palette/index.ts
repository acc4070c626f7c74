export type { AppCommands } from './commands'
export { Palette } from './Palette'
