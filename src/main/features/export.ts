// Export: begins one in src/main/export, tells the page how far it is, and keeps the path of each file for as long as the
// app runs.

import { AppError } from '../../contract/errors'
import type { Emit } from '../../contract/events'
import type { LibraryApi } from '../../contract/library'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { recordRows, saveExport } from '../export/export'
import type { Handlers } from '../ipc/handlers'
import type { Dialogs } from '../question'
import { type ActivityRowsDeps, createActivityRows } from './activity-export'

export interface ExportHandlersDeps extends ActivityRowsDeps {
  readonly library: ActivityRowsDeps['library'] & Pick<LibraryApi, 'listForExport' | 'readForExport'>
  readonly dialogs: Pick<Dialogs, 'chooseFile' | 'showInFolder'>
  readonly emit: Emit
  readonly now: () => Date
}

/** Files that can still be shown; older ones are forgotten. */
const mostFiles = 100

export function exportHandlers(deps: ExportHandlersDeps): Handlers['export'] {
  const { library, dialogs, emit, now, workspaceNames } = deps
  const files = new Map<string, string>()

  function keep(exportId: string, file: string): void {
    files.set(exportId, file)
    const oldest = files.keys().next().value
    if (files.size > mostFiles && oldest !== undefined) files.delete(oldest)
  }

  return {
    async save(request, { signal }) {
      const { exportId, source } = request
      const saved = await saveExport(
        {
          rows: source.view === 'activity' ? createActivityRows(deps, source.query) : recordRows(library, source),
          workspaceName: (workspace: WorkspaceRef) => workspaceNames()[workspaceKey(workspace)] ?? '',
          chooseFile: dialogs.chooseFile,
          onProgress: (written, total) => emit('export.progress', { exportId, written, total }),
          now,
        },
        request,
        signal,
      )
      if (saved === null) return { saved: false, items: 0 }
      keep(exportId, saved.file)
      return { saved: true, items: saved.items }
    },
    async showInFolder({ exportId }) {
      const file = files.get(exportId)
      if (file === undefined)
        throw new AppError('NOT_FOUND', 'The app can only show files that it saved since it started.')
      dialogs.showInFolder(file)
      return null
    },
  }
}
