// Evidence briefs: read from the library, kept there, and written to a file that the person chooses.
import { AppError } from '../../contract/errors'
import type { LibraryApi } from '../../contract/library'
import { exportFileName } from '../export/file-name'
import { replaceFile } from '../export/replace-file'
import type { Handlers } from '../ipc/handlers'
import type { Dialogs } from '../question'

export interface BriefsDeps {
  readonly library: Pick<LibraryApi, 'getBrief' | 'keptBrief' | 'keepBrief'>
  readonly dialogs: Pick<Dialogs, 'chooseFile'>
  /** Throws NOT_ASKED where the page may not have a dialog shown now. */
  readonly requireMayShow: () => void
  /** The window's print view, as PDF. */
  readonly printPage: () => Promise<Uint8Array>
  readonly now: () => Date
}

const files = {
  markdown: { name: 'Markdown', extension: 'md' },
  pdf: { name: 'PDF', extension: 'pdf' },
} as const

export function briefsHandlers({ library, dialogs, requireMayShow, printPage, now }: BriefsDeps): Handlers['briefs'] {
  let isPrinting = false
  async function print(): Promise<Uint8Array> {
    requireMayShow()
    if (isPrinting) throw new AppError('INVALID_INPUT', 'Another PDF is being saved. Try again when it’s done.')
    isPrinting = true
    try {
      return await printPage()
    } finally {
      isPrinting = false
    }
  }

  return {
    async get(input) {
      const { workspace, subject } = input
      const [brief, kept] = await Promise.all([library.getBrief(input), library.keptBrief({ workspace, subject })])
      return { brief, kept }
    },
    async keep(input) {
      await library.keepBrief({ ...input, keptAt: now().toISOString() })
      return null
    },
    async save({ title, content }, { signal }) {
      // Made first: while the dialog is open, the page may show something else.
      const made = content.format === 'pdf' ? await print() : content.text
      const kind = files[content.format]
      const name = exportFileName({ what: 'Evidence brief', workspace: title }, now(), kind.extension)
      const file = await dialogs.chooseFile(name, kind)
      if (file === null) return { saved: false }
      await replaceFile(file, [made], signal)
      return { saved: true }
    },
  }
}
