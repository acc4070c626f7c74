import { type HelpPage, helpDialog } from '../../ui/dialogs'
import { DiagnosticsDialog } from './DiagnosticsDialog'
import { LicencesDialog } from './LicencesDialog'
import { ReportDialog } from './ReportDialog'
import { WhatsNewDialog } from './WhatsNewDialog'

const dialogs = {
  'whats-new': WhatsNewDialog,
  'report-problem': ReportDialog,
  'save-diagnostics': DiagnosticsDialog,
  licences: LicencesDialog,
} satisfies Record<HelpPage, unknown>

export function HelpDialog({ page }: { readonly page: HelpPage }) {
  const Dialog = dialogs[page]
  return <Dialog onClose={() => helpDialog.set(null)} />
}
