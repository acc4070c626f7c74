// Export: the dialog that writes a list or its selection to a file. Lists ask for it with records/export-dialog.ts.
export { ExportDialog } from './ExportDialog'
