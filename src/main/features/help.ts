// Help: diagnostics are collected by src/main/diagnostics and saved where the person says; the licences of a packaged app are
// a text beside it.
import { AppError } from '../../contract/errors'
import type { DiagnosticsCollector } from '../diagnostics/diagnostics'
import { replaceFile } from '../export/replace-file'
import type { Handlers } from '../ipc/handlers'
import type { Dialogs } from '../question'

export interface HelpHandlersDeps {
  readonly diagnostics: DiagnosticsCollector
  readonly dialogs: Pick<Dialogs, 'chooseFile' | 'showInFolder'>
  /** null: this build has none. */
  readonly readLicences: () => Promise<string | null>
  readonly reportTo: string | null
  readonly now: () => Date
}

export function helpHandlers(deps: HelpHandlersDeps): Handlers['help'] {
  const { diagnostics, dialogs, readLicences, reportTo, now } = deps
  let saved: string | null = null
  return {
    diagnostics: () => diagnostics.collect(),
    async saveDiagnostics({ id }, { signal }) {
      const zip = diagnostics.zip(id)
      const name = `Discovery Desk diagnostics ${now().toISOString().slice(0, 10)}.zip`
      const file = await dialogs.chooseFile(name, { name: 'Zip', extension: 'zip' })
      if (file === null) return { saved: false }
      await replaceFile(file, [zip], signal)
      saved = file
      return { saved: true }
    },
    async showDiagnostics() {
      if (saved === null) throw new AppError('NOT_FOUND', 'The app can only show files that it saved since it started.')
      dialogs.showInFolder(saved)
      return null
    },
    reportTo: async () => reportTo,
    licences: async () => ({ text: await readLicences() }),
  }
}
