// Brings what only this machine has into a database that takes the place of another, or that lost some of it: changes
// that were not sent, drafts, and what was done. The rest comes from the service. Everything is read before anything is
// written, row by row, as any next row may be the one that cannot be read.
import { randomUUID } from 'node:crypto'
import type { EnvironmentName } from '../../contract/workspace'
import type { Connection, SqlRow, SqlValue } from '../store/connection'
import { ensureWorkspace } from '../store/context'
import { readCarefully } from '../store/readable-text'
import { mendChange, readJournal, sealedAnew, sealedFields, undoOlder } from './journal'
import type { JournalMac } from './journal-mac'
import { addOwnInsight } from './own-insight'
import { furthest, isMendedSince, isSame, writeProgress } from './progress'
import { draftKey } from './unsent-copy'
import type { LoggedUnsent, UnsentEntry } from './unsent-log'

/** A library of an older version has not all of them. */
const others = ['activity', 'journal_rejected', 'metrics', 'metric_links', 'topics'] as const

type Table = UnsentEntry['table'] | (typeof others)[number]

export interface RecoveredRows {
  readonly journal: readonly SqlRow[]
  readonly drafts: readonly SqlRow[]
  /** What changes that were not accepted are being mended to. */
  readonly changeDrafts: readonly SqlRow[]
  /** As much of each as could be read. */
  readonly others: readonly (readonly [Table, readonly SqlRow[]])[]
  /** Some of the journal or of the drafts could not be read, or was altered outside the app. */
  readonly isIncomplete: boolean
}

/** Nothing of the database could be read. */
export const nothingKept: RecoveredRows = { journal: [], drafts: [], changeDrafts: [], others: [], isIncomplete: true }

export function readKeptRows(old: Connection, seal: JournalMac): RecoveredRows {
  const journal = readRows(old, 'journal', 'row')
  // What a rebuilt library has of it waits for the person's word, so an older seal is good enough.
  const whole = journal.rows.map((row) => sealedAnew(row, seal)).filter((row) => row !== null)
  const drafts = readRows(old, 'drafts', 'workspace')
  const changeDrafts = readChangeDrafts(old)
  const isCounted = countOf(old, 'journal') === journal.rows.length && countOf(old, 'drafts') === drafts.rows.length
  return {
    journal: whole,
    drafts: drafts.rows.filter(hasWorkspace),
    changeDrafts: changeDrafts.rows,
    others: others.map((table) => [
      table,
      readRows(old, table, table === 'metric_links' ? 'workspace' : 'row').rows.filter(hasWorkspace),
    ]),
    isIncomplete:
      !(journal.isComplete && drafts.isComplete && changeDrafts.isComplete && isCounted) ||
      whole.length < journal.rows.length ||
      !drafts.rows.every(hasWorkspace),
  }
}

/** The log has the last word on what it mentions; what the database has besides was lost from the log. */
export function withLogged(kept: RecoveredRows, logged: LoggedUnsent, seal: JournalMac): RecoveredRows {
  const mentioned = new Set(logged.entries.map(({ table, key }) => `${table} ${key}`))
  const rowsOf = (table: UnsentEntry['table']) =>
    logged.entries.flatMap((entry) => (entry.table === table && entry.row !== null ? [entry.row] : []))
  const known = new Map(kept.journal.map((row) => [String(row.change_id), row]))
  const latest = (row: SqlRow): SqlRow => {
    const own = known.get(String(row.change_id))
    if (own === undefined) return row
    if (isSame(own, row)) return furthest(own, row, seal)
    return isMendedSince(own, row) ? own : row
  }
  const journal = [
    ...kept.journal.filter((row) => !mentioned.has(`journal ${row.change_id}`)),
    ...rowsOf('journal')
      .filter((row) => seal.fits(sealedFields(row), row.mac))
      .map(latest),
  ]
  return {
    ...kept,
    others: [...kept.others, ['activity', rowsOf('activity')]],
    journal: journal.sort((a, b) => Number(a.row) - Number(b.row)),
    drafts: [
      ...kept.drafts.filter((row) => !mentioned.has(`drafts ${draftKey(row.organisation_id, row.workspace_id)}`)),
      ...rowsOf('drafts'),
    ],
    changeDrafts: [
      ...kept.changeDrafts.filter((row) => !mentioned.has(`change_drafts ${row.change_id}`)),
      ...rowsOf('change_drafts'),
    ],
    isIncomplete: kept.isIncomplete && !logged.isWhole,
  }
}

/**
 * Into a database that is whole, what its log knows and it does not: the end of its own log was lost, or a process
 * ended between the two. Within the caller's transaction; gives how many changes were missing.
 */
export function writeLogged(
  connection: Connection,
  environment: EnvironmentName,
  logged: LoggedUnsent,
  seal: JournalMac,
): number {
  const known = new Map(readJournal(connection).map((row) => [String(row.change_id), row]))
  let missing = 0
  for (const { table, key, row } of logged.entries) {
    if (table === 'drafts') writeDraft(connection, key, row)
    if (table === 'change_drafts') writeChangeDraft(connection, key, row)
    if (row === null) continue
    if (table === 'activity') writeEnd(connection, key, row)
    if (table !== 'journal') continue
    const own = known.get(key)
    if (own === undefined) missing += writeChange(connection, environment, row) ? 1 : 0
    else if (!seal.fits(sealedFields(own), own.mac)) writeAnew(connection, environment, row)
    else if (isSame(own, row)) writeProgress(connection, own, row, seal)
    else if (!isMendedSince(own, row)) writeAnew(connection, environment, row)
  }
  return missing
}

/** A settled change must not be sent again. What it did to the data is read from the service. */
function writeEnd(connection: Connection, changeId: string, row: SqlRow): void {
  const isKnown = connection.get('SELECT 1 AS found FROM activity WHERE change_id = ?', [changeId])
  if (isKnown !== undefined) return
  const workspace = copyRow(connection, 'activity', row)
  connection.run('DELETE FROM journal WHERE change_id = ?', [changeId])
  connection.run('UPDATE workspaces SET body_hash = NULL, knowledge_hash = NULL WHERE row = ?', [workspace])
}

/**
 * What came out of a library that was rebuilt: how old the copies are that it was had back from nobody can say, so nothing
 * of it is sent before the person has looked at it.
 */
export function askedAbout(kept: RecoveredRows, seal: JournalMac): RecoveredRows {
  const asked = (row: SqlRow) => ({
    ...row,
    needs_word: 1,
    mac: seal.seal({ ...sealedFields(row), needsReview: true }),
  })
  return { ...kept, journal: kept.journal.map(asked) }
}

/** Within the caller's transaction. What is there already stays: a process may have ended just after it was kept. */
export function writeKeptRows(connection: Connection, environment: EnvironmentName, kept: RecoveredRows): void {
  for (const [table, rows] of kept.others) {
    for (const row of rows) copyRow(connection, table, row)
  }
  for (const row of kept.journal) writeChange(connection, environment, row)
  for (const row of kept.drafts) copyRow(connection, 'drafts', row)
  for (const row of kept.changeDrafts) writeChangeDraft(connection, String(row.change_id), row)
}

/**
 * From a library in memory into the one in the file, whose key is another. What is carried is newer, whatever the dates
 * say: its draft stays the draft, the other one is to be read in the activity, and a link that it undid is asked about.
 * Gives the ids of those. Within the caller's transaction.
 */
export function writeCarried(
  connection: Connection,
  environment: EnvironmentName,
  carried: RecoveredRows,
  seal: JournalMac,
): readonly string[] {
  const journal = carried.journal.map((row) => ({ ...row, mac: seal.seal(sealedFields(row)) }))
  writeKeptRows(connection, environment, { ...carried, journal: [], drafts: [], changeDrafts: [] })
  const ended = carried.others.flatMap(([table, rows]) => (table === 'activity' ? rows : []))
  const undone = ended.flatMap((row) => undoOlder(connection, String(row.change_id), seal))
  writeKeptRows(connection, environment, { ...carried, journal, drafts: [], others: [] })
  for (const row of carried.drafts) {
    const key = draftKey(row.organisation_id, row.workspace_id)
    const known = connection.get(
      `SELECT drafts.*, organisation_id, workspace_id FROM drafts JOIN workspaces ON workspaces.row = drafts.workspace
       WHERE organisation_id = ? AND workspace_id = ?`,
      [String(row.organisation_id), String(row.workspace_id)],
    )
    if (known !== undefined && known.field_values !== row.field_values) keepAsRead(connection, known)
    writeDraft(connection, key, row)
  }
  return undone
}

/** A draft that another one takes the place of: in the activity, like an insight that was taken back. */
function keepAsRead(connection: Connection, draft: SqlRow): void {
  const at = String(draft.saved_at)
  copyRow(connection, 'activity', {
    ...{ organisation_id: draft.organisation_id ?? null, workspace_id: draft.workspace_id ?? null },
    ...{ change_id: randomUUID(), kind: 'createInsight', target_id: randomUUID(), body: draft.field_values ?? '{}' },
    ...{ created_at: at, outcome: 'discarded', attempts: 0, error: null, settled_at: at },
  })
}

/** Of a change that was altered from outside, or mended by the person just before the process ended. */
function writeAnew(connection: Connection, environment: EnvironmentName, row: SqlRow): void {
  mendChange(connection, row)
  if (row.kind !== 'createInsight') return
  connection.run('DELETE FROM insights WHERE own_change = ?', [row.change_id ?? null])
  showOwnInsight(connection, environment, row)
}

/** Gives false for one that is there, or was settled. */
function writeChange(connection: Connection, environment: EnvironmentName, row: SqlRow): boolean {
  const isKnown = connection.get(
    'SELECT 1 AS found FROM journal WHERE change_id = ?1 UNION SELECT 1 FROM activity WHERE change_id = ?1',
    [String(row.change_id)],
  )
  if (isKnown !== undefined) return false
  copyRow(connection, 'journal', row)
  if (row.kind === 'createInsight') showOwnInsight(connection, environment, row)
  return true
}

function showOwnInsight(connection: Connection, environment: EnvironmentName, row: SqlRow): void {
  const { organisationId, workspaceId, ...fields } = sealedFields(row)
  const workspace = ensureWorkspace(connection, { organisationId, workspaceId })
  const change = { ...fields, workspace: { environment, organisationId, workspaceId }, body: JSON.parse(fields.body) }
  // Sealed by this app: kind and body are a pair that it wrote.
  addOwnInsight(connection, workspace, change as Parameters<typeof addOwnInsight>[2])
}

function writeDraft(connection: Connection, key: string, row: SqlRow | null): void {
  const [organisationId, workspaceId] = JSON.parse(key) as readonly [string, string]
  const workspace = ensureWorkspace(connection, { organisationId, workspaceId })
  const known = connection.get('SELECT field_values, saved_at FROM drafts WHERE workspace = ?', [workspace])
  if (row?.field_values === known?.field_values && row?.saved_at === known?.saved_at) return
  connection.run('DELETE FROM drafts WHERE workspace = ?', [workspace])
  if (row !== null) copyRow(connection, 'drafts', row)
}

/** Of a change that is not in the journal any more there is nothing to mend. */
function writeChangeDraft(connection: Connection, changeId: string, row: SqlRow | null): void {
  const known = connection.get('SELECT field_values, saved_at FROM change_drafts WHERE change_id = ?', [changeId])
  if (row?.field_values === known?.field_values && row?.saved_at === known?.saved_at) return
  connection.run('DELETE FROM change_drafts WHERE change_id = ?', [changeId])
  if (row === null) return
  connection.run(
    `INSERT INTO change_drafts (change_id, field_values, saved_at)
     SELECT change_id, ?, ? FROM journal WHERE change_id = ?`,
    [row.field_values ?? null, row.saved_at ?? null, changeId],
  )
}

const hasWorkspace = (row: SqlRow) => typeof row.organisation_id === 'string' && typeof row.workspace_id === 'string'

interface ReadRows {
  readonly rows: readonly SqlRow[]
  readonly isComplete: boolean
}

function readRows(old: Connection, table: Table, order: string): ReadRows {
  const rows: SqlRow[] = []
  let isComplete = true
  try {
    for (const row of readCarefully(old, table, `ORDER BY kept.${order}`)) {
      if (row === null) isComplete = false
      else rows.push(row)
    }
    return { rows, isComplete }
  } catch {
    return { rows, isComplete: false }
  }
}

function readChangeDrafts(old: Connection): ReadRows {
  try {
    const isThere = old.get("SELECT 1 AS found FROM sqlite_schema WHERE name = 'change_drafts'") !== undefined
    return isThere ? readRows(old, 'change_drafts', 'change_id') : { rows: [], isComplete: true }
  } catch {
    return { rows: [], isComplete: false }
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
function copyRow(connection: Connection, table: Table, row: SqlRow): number {
  const workspace = ensureWorkspace(connection, {
    organisationId: String(row.organisation_id),
    workspaceId: String(row.workspace_id),
  })
  const columns = connection
    .all(`PRAGMA table_info(${table})`)
    .map(({ name }) => String(name))
    .filter((name) => name === 'workspace' || (name !== 'row' && Object.hasOwn(row, name)))
  connection.run(
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    columns.map((name): SqlValue => (name === 'workspace' ? workspace : (row[name] ?? null))),
  )
  return workspace
}
