// The activity as a file for people and programs outside of the app. What stands in it came from the service and from
// people, so a cell that a spreadsheet would take for a formula is made plain text first.
import type { ActivityEntry } from '../../contract/features/activity'
import { environmentLabels } from '../environments/labels'

export interface ExportedEntry {
  readonly entry: ActivityEntry
  readonly workspaceName: string
  /** Method and path. */
  readonly request: string
}

const columns: readonly (readonly [string, (exported: ExportedEntry) => string])[] = [
  ['Made', ({ entry }) => entry.createdAt],
  ['Settled', ({ entry }) => entry.settledAt ?? ''],
  ['Environment', ({ entry }) => environmentLabels[entry.workspace.environment]],
  ['Workspace', ({ workspaceName }) => workspaceName],
  ['Organisation id', ({ entry }) => entry.workspace.organisationId],
  ['Workspace id', ({ entry }) => entry.workspace.workspaceId],
  ['Operation', ({ entry }) => entry.kind],
  ['Title', ({ entry }) => entry.title],
  ['Target id', ({ entry }) => entry.targetId],
  ['Outcome', ({ entry }) => entry.state],
  ['Attempts', ({ entry }) => String(entry.attempts)],
  ['Error', ({ entry }) => entry.error?.message ?? ''],
  ['Request', ({ request }) => request],
  ['Change id', ({ entry }) => entry.changeId],
]

/** Always quoted; the apostrophe is what spreadsheets themselves write before a text that looks like a formula. */
export function csvCell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${inert.replaceAll('"', '""')}"`
}

/** With the mark that makes spreadsheets read UTF-8, and the line ends of RFC 4180. */
export function activityCsv(entries: readonly ExportedEntry[]): string {
  const lines = [columns.map(([name]) => name), ...entries.map((entry) => columns.map(([, read]) => read(entry)))]
  return `\uFEFF${lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`
}

export function activityJson(entries: readonly ExportedEntry[]): string {
  const plain = entries.map(({ entry, workspaceName, request }) => ({ ...entry, workspaceName, request }))
  return `${JSON.stringify(plain, null, 2)}\n`
}
