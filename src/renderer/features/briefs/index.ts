// Evidence briefs: the dialog that shows, edits and hands on one. Records ask for it with records/brief-dialog.tsx.
export { BriefDialog } from './BriefDialog'
