// The activity as CSV or JSON. Its texts come from the service and from people, so a cell that a spreadsheet would run as
// a formula is turned into plain text.
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
  /** The body that was sent, as JSON text; null = none. */
  readonly body: string | null
  /** The deleted record, as JSON text; null = none. */
  readonly content: string | null
}

const columns: readonly (readonly [string, (exported: ExportedEntry) => string])[] = [
  ['Created', ({ entry }) => entry.createdAt],
  ['Completed', ({ entry }) => entry.settledAt ?? ''],
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

/** Always quoted. Spreadsheets read a leading apostrophe as "this is text". */
export function csvCell(text: string): string {
  const inert = /^[=+\-@\t\r\n＝＋－＠]/u.test(text) ? `'${text}` : text
  return `"${inert.replaceAll('"', '""')}"`
}

/** Starts with a byte order mark, so that spreadsheets read UTF-8, and has the line ends of RFC 4180. */
export function activityCsv(entries: readonly ExportedEntry[]): string {
  const lines = [columns.map(([name]) => name), ...entries.map((entry) => columns.map(([, read]) => read(entry)))]
  return `\uFEFF${lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`
}

/** Parsed, so that it is nested JSON in the file; text that is not JSON stays text. */
function parseOrKeep(json: string | null): unknown {
  if (json === null) return null
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

/** Includes bodies and deleted records: this is the only way to get out a text that is too long for the clipboard. */
export function activityJson(entries: readonly WholeEntry[]): string {
  const plain = entries.map(({ entry, workspaceName, request, body, content }) => ({
    ...entry,
    durationMs: durationMs(entry),
    ...{ workspaceName, request, body: parseOrKeep(body), content: parseOrKeep(content) },
  }))
  return `${JSON.stringify(plain, null, 2)}\n`
}
