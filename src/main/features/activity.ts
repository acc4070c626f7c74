// Activity: what the journals know, the person's word on changes that did not get through, and the way out of the app.

import { AppError } from '../../contract/errors'
import type { ActivityEntry } from '../../contract/features/activity'
import type { LibraryApi } from '../../contract/library'
import { type EnvironmentName, workspaceKey } from '../../contract/workspace'
import { activityCsv, activityJson, type ExportedEntry, type WholeEntry } from '../activity/export-text'
import { findChange, queryMergedActivity, queryUnsettled } from '../activity/merged-activity'
import type { Handlers } from '../ipc/handlers'
import type { Dialogs } from '../navigation/question'
import type { Outbox } from '../outbox/outbox'
import { requestLine } from '../outbox/request'
import { fileError } from '../settings/write-file'

export interface ActivityDeps {
  readonly library: Pick<LibraryApi, 'queryActivity' | 'getActivity' | 'findActivity' | 'settleChange'>
  readonly outbox: Pick<Outbox, 'retry' | 'send' | 'discard'>
  /** Those that something may be known of. */
  readonly environments: () => Promise<readonly EnvironmentName[]>
  /** Of all that are set up, by `workspaceKey`. */
  readonly workspaceNames: () => Readonly<Record<string, string>>
  readonly chooseFile: Dialogs['chooseFile']
  /** Whole or not at all, for the person's eyes only. */
  readonly writeFile: (file: string, text: string) => Promise<void>
  readonly now: () => string
}

const formats = {
  csv: { name: 'Comma-separated values', extension: 'csv' },
  json: { name: 'JSON', extension: 'json' },
} as const

/** What was altered outside of the app may name what no address can carry; it is to be read all the same. */
function requestText(entry: ActivityEntry): string {
  try {
    return requestLine(entry)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.message
  }
}

export function activityHandlers(deps: ActivityDeps): Handlers['activity'] {
  const { library, outbox, environments, workspaceNames, chooseFile, writeFile, now } = deps

  const exported = (entry: ActivityEntry, names: Readonly<Record<string, string>>): ExportedEntry => ({
    entry,
    workspaceName: names[workspaceKey(entry.workspace)] ?? '',
    request: requestText(entry),
  })

  /** With what was sent and what was deleted; one after the other, as each of them may be large. */
  async function withContent(entries: readonly ExportedEntry[]): Promise<readonly WholeEntry[]> {
    const whole: WholeEntry[] = []
    for (const exportedEntry of entries) {
      const { workspace, changeId } = exportedEntry.entry
      const { body, content } = await library.getActivity({ workspace, changeId })
      whole.push({ ...exportedEntry, body, content })
    }
    return whole
  }

  return {
    query: async (input) =>
      queryMergedActivity(library, await environments(), { ...input, workspaceNames: workspaceNames() }),
    async get({ workspace, changeId }) {
      const entry =
        workspace === null
          ? await findChange(library, await environments(), changeId)
          : await library.getActivity({ workspace, changeId })
      return { ...entry, request: requestText(entry) }
    },
    unsettled: async ({ workspace }) => [...(await queryUnsettled(library, workspace))],
    send: ({ workspace, changeIds }, { signal }) => outbox.send(workspace, changeIds, signal),
    async retry({ workspace, changeId }) {
      await outbox.retry(workspace, changeId)
      return null
    },
    async discard({ workspace, changeId }) {
      const { error } = await library.getActivity({ workspace, changeId })
      // The outbox is never handed one that was altered outside of the app.
      if (error?.code !== 'TAMPERED') await outbox.discard(workspace, changeId)
      else {
        const { environment } = workspace
        await library.settleChange({ environment, changeId, state: 'discarded', error, settledAt: now() })
      }
      return null
    },
    async export({ text, workspace, format }) {
      const kind = formats[format]
      const file = await chooseFile(`Discovery Desk activity ${now().slice(0, 10)}.${kind.extension}`, kind)
      if (file === null) return { saved: false, entries: 0 }
      const names = workspaceNames()
      const everything = { text, workspace, workspaceNames: names, offset: 0, limit: Number.MAX_SAFE_INTEGER }
      const { rows } = await queryMergedActivity(library, await environments(), everything)
      const entries = rows.map((entry) => exported(entry, names))
      const written = format === 'csv' ? activityCsv(entries) : activityJson(await withContent(entries))
      try {
        await writeFile(file, written)
      } catch (error) {
        const known = fileError(error)
        if (!(known instanceof AppError) || known.code === 'DISK_FULL') throw known
        throw new AppError('INVALID_INPUT', 'The file could not be written there. Choose another folder.')
      }
      return { saved: true, entries: rows.length }
    },
  }
}
