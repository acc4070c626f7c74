// Evidence briefs: the dialog to view, edit and share one. Records open it with records/brief-dialog.tsx.
export { BriefDialog } from './BriefDialog'
