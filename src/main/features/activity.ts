// Activity: lists and exports all changes; retries, approves and discards them through the queue of changes.
import { AppError } from '../../contract/errors'
import type { ActivityEntry } from '../../contract/features/activity'
import type { LibraryApi } from '../../contract/library'
import { type EnvironmentName, workspaceKey } from '../../contract/workspace'
import type { Changes } from '../changes/changes'
import { requestLine } from '../changes/requests'
import type { Handlers } from '../ipc/handlers'
import type { Dialogs } from '../navigation/question'
import { fileError } from '../settings/write-file'
import { activityCsv, activityJson, type ExportedEntry, type WholeEntry } from './activity-export'
import { findChange, queryMergedActivity, queryUnsettled } from './activity-list'

export interface ActivityDeps {
  readonly library: Pick<LibraryApi, 'queryActivity' | 'getActivity' | 'findActivity'>
  readonly changes: Pick<Changes, 'retry' | 'send' | 'discard'>
  /** Environments that may have activity. */
  readonly environments: () => Promise<readonly EnvironmentName[]>
  /** Names of all connected workspaces, by `workspaceKey`. */
  readonly workspaceNames: () => Readonly<Record<string, string>>
  readonly chooseFile: Dialogs['chooseFile']
  /** Atomic, and readable by the file's owner only. */
  readonly writeFile: (file: string, text: string) => Promise<void>
  readonly now: () => string
}

const formats = {
  csv: { name: 'Comma-separated values', extension: 'csv' },
  json: { name: 'JSON', extension: 'json' },
} as const

/** A tampered change may contain an id that no URL can carry. It must be readable all the same. */
function requestText(entry: ActivityEntry): string {
  try {
    return requestLine(entry)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.message
  }
}

export function activityHandlers(deps: ActivityDeps): Handlers['activity'] {
  const { library, changes, environments, workspaceNames, chooseFile, writeFile, now } = deps

  const toExported = (entry: ActivityEntry, names: Readonly<Record<string, string>>): ExportedEntry => ({
    entry,
    workspaceName: names[workspaceKey(entry.workspace)] ?? '',
    request: requestText(entry),
  })

  /** Adds bodies and deleted records, one after the other, as each may be large. */
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
    send: ({ workspace, changes: seen }, { signal }) => changes.send(workspace, seen, signal),
    async retry({ workspace, ...seen }) {
      await changes.retry(workspace, seen)
      return null
    },
    async discard({ workspace, ...seen }) {
      await changes.discard(workspace, seen)
      return null
    },
    async export({ text, workspace, format }) {
      const fileType = formats[format]
      const file = await chooseFile(`Discovery Desk activity ${now().slice(0, 10)}.${fileType.extension}`, fileType)
      if (file === null) return { saved: false, entries: 0 }
      const names = workspaceNames()
      const everything = { text, workspace, workspaceNames: names, offset: 0, limit: Number.MAX_SAFE_INTEGER }
      const { rows } = await queryMergedActivity(library, await environments(), everything)
      const entries = rows.map((entry) => toExported(entry, names))
      const content = format === 'csv' ? activityCsv(entries) : activityJson(await withContent(entries))
      try {
        await writeFile(file, content)
      } catch (error) {
        const failure = fileError(error)
        if (!(failure instanceof AppError) || failure.code === 'DISK_FULL') throw failure
        throw new AppError('INVALID_INPUT', 'Couldn’t save the file there. Choose another folder.')
      }
      return { saved: true, entries: rows.length }
    },
  }
}
