// The activity as a file for people and programs outside of the app. What stands in it came from the service and from
// people, so a cell that a spreadsheet would take for a formula is made plain text first.

import type { ActivityEntry } from '../../contract/features/activity'
import { durationMs } from '../../contract/features/activity-words'
import { environmentLabels } from '../../contract/workspace'

export interface ExportedEntry {
  readonly entry: ActivityEntry
  readonly workspaceName: string
  /** Method and path. */
  readonly request: string
}

export interface WholeEntry extends ExportedEntry {
  /** What was sent, as JSON text; null = none. */
  readonly body: string | null
  /** What was deleted, as JSON text; null = nothing. */
  readonly content: string | null
}

const columns: readonly (readonly [string, (exported: ExportedEntry) => string])[] = [
  ['Made', ({ entry }) => entry.createdAt],
  ['Settled', ({ entry }) => entry.settledAt ?? ''],
  ['Duration (ms)', ({ entry }) => String(durationMs(entry) ?? '')],
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
  const inert = /^[=+\-@\t\r\n＝＋－＠]/u.test(text) ? `'${text}` : text
  return `"${inert.replaceAll('"', '""')}"`
}

/** With the mark that makes spreadsheets read UTF-8, and the line ends of RFC 4180. */
export function activityCsv(entries: readonly ExportedEntry[]): string {
  const lines = [columns.map(([name]) => name), ...entries.map((entry) => columns.map(([, read]) => read(entry)))]
  return `\uFEFF${lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`
}

/** Part of the file rather than a text within it; what is no JSON stays the text it is. */
function parsed(json: string | null): unknown {
  if (json === null) return null
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

/** With what was sent and what was deleted, as nothing else holds what is too long for the clipboard. */
export function activityJson(entries: readonly WholeEntry[]): string {
  const plain = entries.map(({ entry, workspaceName, request, body, content }) => ({
    ...entry,
    durationMs: durationMs(entry),
    ...{ workspaceName, request, body: parsed(body), content: parsed(content) },
  }))
  return `${JSON.stringify(plain, null, 2)}\n`
}
