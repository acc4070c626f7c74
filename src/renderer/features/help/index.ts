// Help: what is new, how to report a problem, diagnostics to save, and licences. Asked for with `helpDialog` in ui/dialogs.ts.
export { HelpDialog } from './HelpDialog'
