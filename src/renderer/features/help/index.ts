// Help: what's new, reporting a problem, saving diagnostics, and licences. Opened with `helpDialog` in ui/dialogs.ts.
export { HelpDialog } from './HelpDialog'
