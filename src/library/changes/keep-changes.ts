// Brings what only this machine has from a database that was set aside into the one that takes its place: changes that
// were not sent, drafts, and what was done. The rest comes from the service. Everything is read before anything is
// written, row by row, as any next row may be the one that cannot be read.
import type { EnvironmentName } from '../../contract/workspace'
import type { Connection, SqlRow, SqlValue } from '../store/connection'
import { ensureWorkspace } from '../store/context'
import { sealedFields } from './journal'
import type { JournalSeal } from './journal-mac'
import { addOwnInsight } from './own-insight'

/** A library of an older version has not all of them. */
const others = ['activity', 'metrics', 'metric_links', 'topics'] as const

export interface KeptRows {
  readonly journal: readonly SqlRow[]
  readonly drafts: readonly SqlRow[]
  /** As much of each as could be read. */
  readonly others: readonly (readonly [Table, readonly SqlRow[]])[]
  /** Some of the journal or of the drafts could not be read, or was altered outside the app. */
  readonly isIncomplete: boolean
}

export const nothingKept: KeptRows = { journal: [], drafts: [], others: [], isIncomplete: true }

export function readKeptRows(old: Connection, seal: JournalSeal): KeptRows {
  const journal = readRows(old, 'journal', 'row')
  const whole = journal.rows.filter((row) => seal.fits(sealedFields(row), row.mac))
  const drafts = readRows(old, 'drafts', 'workspace')
  const isCounted = countOf(old, 'journal') === journal.rows.length && countOf(old, 'drafts') === drafts.rows.length
  return {
    journal: whole,
    drafts: drafts.rows.filter(hasWorkspace),
    others: others.map((table) => [
      table,
      readRows(old, table, table === 'metric_links' ? 'workspace' : 'row').rows.filter(hasWorkspace),
    ]),
    isIncomplete:
      !(journal.isComplete && drafts.isComplete && isCounted) ||
      whole.length < journal.rows.length ||
      !drafts.rows.every(hasWorkspace),
  }
}

/** Within the caller's transaction. What is there already stays: a process may have ended just after it was kept. */
export function writeKeptRows(connection: Connection, environment: EnvironmentName, kept: KeptRows): void {
  for (const row of kept.journal) {
    const workspace = copyRow(connection, environment, 'journal', row)
    if (row.kind !== 'createInsight') continue
    const { organisationId, workspaceId, ...fields } = sealedFields(row)
    const change = {
      ...fields,
      workspace: { environment, organisationId, workspaceId },
      body: JSON.parse(fields.body),
    }
    // Sealed by this app: kind and body are a pair that it wrote.
    addOwnInsight(connection, workspace, change as Parameters<typeof addOwnInsight>[2])
  }
  for (const row of kept.drafts) copyRow(connection, environment, 'drafts', row)
  for (const [table, rows] of kept.others) {
    for (const row of rows) copyRow(connection, environment, table, row)
  }
}

const hasWorkspace = (row: SqlRow) => typeof row.organisation_id === 'string' && typeof row.workspace_id === 'string'

type Table = 'journal' | 'drafts' | (typeof others)[number]

function readRows(old: Connection, table: Table, order: string): { rows: readonly SqlRow[]; isComplete: boolean } {
  const rows: SqlRow[] = []
  try {
    const found = old.each(
      `SELECT kept.*, organisation_id, workspace_id FROM ${table} AS kept
       LEFT JOIN workspaces ON workspaces.row = kept.workspace ORDER BY kept.${order}`,
    )
    for (const row of found) rows.push(row)
    return { rows, isComplete: true }
  } catch {
    return { rows, isComplete: false }
  }
}

/** Of an index where there is one, so that it can differ from the rows that were read. */
function countOf(old: Connection, table: Table): number | null {
  try {
    return Number(old.get(`SELECT count(*) AS rows FROM ${table}`)?.rows)
  } catch {
    return null
  }
}

/** The columns that both have: the file that was set aside may be of an older version. Gives the workspace's row. */
function copyRow(connection: Connection, environment: EnvironmentName, table: Table, row: SqlRow): number {
  const workspace = ensureWorkspace(connection, {
    environment,
    organisationId: String(row.organisation_id),
    workspaceId: String(row.workspace_id),
  })
  const columns = connection
    .all(`PRAGMA table_info(${table})`)
    .map(({ name }) => String(name))
    .filter((name) => name !== 'row' && Object.hasOwn(row, name))
  connection.run(
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    columns.map((name): SqlValue => (name === 'workspace' ? workspace : (row[name] ?? null))),
  )
  return workspace
}
