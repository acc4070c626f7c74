// Brings data that only this computer has into a database that lost some of it or that replaces another one.
//
// Unsent changes and drafts are stored twice: in the database, and in the log beside it. Each transaction that changes
// them has a sequence number, which is in both. Opening compares the numbers and takes one of the two as it is:
//
// 1. The log is whole and not behind the database: the log. The process ended between the two writes, the database lost
//    its last transactions, or a row was tampered with.
// 2. Otherwise, the database is whole and not behind the log: the database. The log is missing, damaged, or lost its end.
// 3. Otherwise neither has everything: the database as it was at its number, and after that the later steps of the log in
//    their order. Where not all of the database could be read, the earlier steps of the log come before it. All changes
//    need review, and the person is told that others may be lost. Decision 0039 says why.
//
// Libraries of older versions have no numbers, in neither place. They count as 0, so that a whole log is taken, as those
// versions did. Numbers go on after a rebuild: a log from before it is behind.
//
// Rows are read one by one before anything is written, as any next row of a damaged database may be unreadable. Changes
// in a rebuilt library need review whichever rule applied: nobody can tell how old its two sources are.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { JournalEntry } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import { applyToLinks } from '../changes/consequences'
import {
  type JournalWrite,
  requireReviewOfAll,
  signedFields,
  supersedeOlder,
  withCurrentSignature,
} from '../changes/journal'
import type { JournalMac } from '../changes/journal-mac'
import type { LoggedUnsent, UnsentEntry } from '../changes/unsent-log'
import { draftKeyOf, readSequence, readUnsent, writeSequence } from '../changes/unsent-log-writer'
import { addOwnInsight } from '../ingest/own-insight'
import { mergeBrief } from '../local/briefs'
import { mergeMetric } from '../local/metrics'
import { mergeDecision, mergeScoringModel } from '../local/priorities'
import { mergeSavedView } from '../local/saved-views'
import { mergeTopic } from '../local/topics'
import { mergeTriage } from '../local/triage'
import { workspaceRow } from '../local/workspace-row'
import type { Connection, SqlRow, SqlValue } from '../store/connection'
import { ensureWorkspace } from '../store/context'
import { type CarefulRows, columnsOf, readCarefully, readCarefullyByRow, readTable } from '../store/readable-text'
import { column, rowOf } from '../store/row'
import {
  choosePrivateRows,
  hasWorkspace,
  type PrivateRows,
  type privateTables,
  readPrivateRows,
  renewStamp,
} from './private-copy'

/**
 * Names in the old file, which may lack some of them, and the tables that take their rows. Version 22 and earlier called
 * the quarantine `journal_rejected`.
 */
const otherTables = {
  activity: 'activity',
  journal_quarantine: 'journal_quarantine',
  journal_rejected: 'journal_quarantine',
} as const

type Table = UnsentEntry['table'] | (typeof otherTables)[keyof typeof otherTables] | (typeof privateTables)[number]

interface UnsentRows {
  readonly journal: readonly SqlRow[]
  readonly drafts: readonly SqlRow[]
  /** Edits of failed changes. */
  readonly changeDrafts: readonly SqlRow[]
  /** Rows of the other tables, as many as could be read. */
  readonly others: readonly (readonly [Table, readonly SqlRow[]])[]
}

/** The rows of a database. */
export interface StoredRows extends UnsentRows {
  /** null: could not be read. */
  readonly sequence: number | null
  /** All of the journal and of the drafts could be read, and nothing of it was tampered with. */
  readonly isWhole: boolean
  /** Its private tables. */
  readonly privateRows: PrivateRows
}

export interface RecoveredRows extends UnsentRows {
  readonly truth: 'log' | 'database' | 'both'
  /** The activity of the log's steps that the database lost, oldest first. */
  readonly ended: readonly SqlRow[]
  readonly sequence: number
  readonly hasAllNotes: boolean
}

export const nothingStored: StoredRows = {
  ...{ journal: [], drafts: [], changeDrafts: [], others: [] },
  ...{ sequence: null, isWhole: false, privateRows: { tables: [], isWhole: false, stamp: null } },
}

/** The rules at the top of this file. */
function chooseTruth({ sequence, isWhole }: StoredRows, logged: LoggedUnsent): RecoveredRows['truth'] {
  if (logged.isWhole && logged.lastSequence >= (sequence ?? 0)) return 'log'
  return isWhole && sequence !== null && sequence >= logged.lastSequence ? 'database' : 'both'
}

/** `copy` is that of the private tables, if there is one. */
export function recoverRows(
  stored: StoredRows,
  logged: LoggedUnsent,
  mac: JournalMac,
  copy: PrivateRows | null,
): RecoveredRows {
  const notes = choosePrivateRows(stored.privateRows, copy)
  const truth = chooseTruth(stored, logged)
  // A database whose number cannot be read was written together with the last step.
  const { isWhole, sequence = null } = stored
  const until = sequence ?? logged.lastSequence
  const earlier = isWhole ? [] : logged.entries.filter((entry) => entry.sequence <= until)
  const later = logged.entries.filter((entry) => entry.sequence > until)
  const ofDatabase = [
    ...stored.journal.filter((row) => mac.verify(signedFields(row), row.mac)).map(entryOf('journal', idOf)),
    ...stored.drafts.map(entryOf('drafts', draftKeyOf)),
    ...stored.changeDrafts.map(entryOf('change_drafts', idOf)),
  ]
  const entries = truth === 'log' ? logged.entries : [...earlier, ...ofDatabase, ...later]
  const rows = truth === 'database' ? stored : rowsAfter(entries, truth === 'both')
  return {
    ...{ truth, sequence: Math.max(stored.sequence ?? 0, logged.lastSequence), hasAllNotes: notes.isWhole },
    journal: [...rows.journal].sort((one, other) => Number(one.row) - Number(other.row)),
    ...{ drafts: rows.drafts, changeDrafts: rows.changeDrafts },
    others: [...stored.others, ...notes.tables, ['activity', rowsOf(logged.entries, 'activity')]],
    ended: rowsOf(
      later.toSorted((one, other) => one.sequence - other.sequence),
      'activity',
    ).filter(hasWorkspace),
  }
}

/** The last entry about each row counts. `keepsDrafts`: a newer text may be in a step that was lost. */
function rowsAfter(entries: readonly UnsentEntry[], keepsDrafts: boolean) {
  const last = new Map<string, UnsentEntry>()
  for (const entry of entries) {
    if (entry.row === null && entry.table === 'drafts' && keepsDrafts) continue
    last.set(`${entry.table} ${entry.key}`, entry)
  }
  const rest = [...last.values()]
  return {
    ...{ journal: rowsOf(rest, 'journal'), drafts: rowsOf(rest, 'drafts') },
    changeDrafts: rowsOf(rest, 'change_drafts'),
  }
}

const rowsOf = (entries: readonly UnsentEntry[], table: UnsentEntry['table']) =>
  entries.flatMap((entry) => (entry.table === table && entry.row !== null ? [entry.row] : []))

const entryOf =
  (table: UnsentEntry['table'], keyOf: (row: SqlRow) => string) =>
  (row: SqlRow): UnsentEntry => ({ table, key: keyOf(row), row })

const idOf = (row: SqlRow) => String(row.change_id)

/** Reads a database that may be damaged, with all text read carefully. */
export function readStoredRows(old: Connection, mac: JournalMac): StoredRows {
  const journal = readRows(old, 'journal', 'row')
  // A rebuilt library asks for review of all of it, so a signature of an older version is good enough.
  const whole = journal.rows.map((row) => withCurrentSignature(row, mac)).filter((row) => row !== null)
  const drafts = readRows(old, 'drafts', hasRowNumbers(old, 'drafts') ? 'row' : 'workspace')
  const changeDrafts = readTable(old, 'change_drafts')
  const isCounted = countOf(old, 'journal') === journal.rows.length && countOf(old, 'drafts') === drafts.rows.length
  return {
    journal: whole,
    drafts: drafts.rows.filter(hasWorkspace),
    changeDrafts: changeDrafts.rows,
    // The log has activity too, and quarantined changes are not the person's: neither needs to be whole.
    others: Object.entries(otherTables).map(([name, table]) => [table, readTable(old, name).rows.filter(hasWorkspace)]),
    privateRows: readPrivateRows(old),
    sequence: readSequence(old),
    isWhole:
      journal.isComplete &&
      drafts.isComplete &&
      changeDrafts.isComplete &&
      isCounted &&
      whole.length === journal.rows.length &&
      drafts.rows.every(hasWorkspace),
  }
}

export interface Recovered {
  /** Changes that came from the log. */
  readonly recoveredChanges: number
  readonly mayHaveLostChanges: boolean
  readonly mayHaveLostNotes?: boolean
}

/** The log is written anew from the database before anything else changes. */
const notRecorded = { touchChange: () => undefined }

/** Recovers into a database in use, within the caller's transaction. Writes nothing if database and log agree. */
export function recoverInPlace(
  connection: Connection,
  environment: EnvironmentName,
  logged: LoggedUnsent,
  mac: JournalMac,
): Recovered {
  const entries = readUnsent(connection)
  const stored = {
    ...{
      journal: rowsOf(entries, 'journal').filter(hasWorkspace),
      drafts: rowsOf(entries, 'drafts'),
      changeDrafts: rowsOf(entries, 'change_drafts'),
      others: [],
    },
    ...{ sequence: readSequence(connection), isWhole: true },
    privateRows: { tables: [], isWhole: true, stamp: null },
  }
  const rows = recoverRows(stored, logged, mac, null)
  const mayHaveLostChanges = rows.truth === 'both'
  if (rows.truth === 'database') return { recoveredChanges: 0, mayHaveLostChanges }
  const known = new Set(stored.journal.map(idOf))
  const isSame = rows.truth === 'log' && rows.ended.length === 0 && isSameUnsent(entries, logged)
  if (!isSame) {
    connection.exec('DELETE FROM change_drafts; DELETE FROM drafts; DELETE FROM journal')
    // The effects of ended changes on the data are read from the service.
    connection.exec('UPDATE workspaces SET body_hash = NULL, knowledge_hash = NULL')
    writeRecovered(connection, environment, rows)
    repeatLinks(connection, rows.ended)
    // The private copy still has the links as they were.
    renewStamp(connection)
    if (mayHaveLostChanges) requireReviewOfAll({ connection, unsent: notRecorded, mac, environment })
    writeSequence(connection, rows.sequence)
  }
  return { recoveredChanges: rows.journal.filter((row) => !known.has(idOf(row))).length, mayHaveLostChanges }
}

/** Writes into a database that replaces another, within the caller's transaction. All changes need review. */
export function writeRebuilt(
  connection: Connection,
  environment: EnvironmentName,
  rows: RecoveredRows,
  mac: JournalMac,
): Recovered {
  writeRecovered(connection, environment, rows)
  repeatLinks(connection, rows.ended)
  requireReviewOfAll({ connection, unsent: notRecorded, mac, environment })
  writeSequence(connection, rows.sequence + 1)
  return {
    recoveredChanges: rows.journal.length,
    mayHaveLostChanges: rows.truth === 'both',
    ...(!rows.hasAllNotes && { mayHaveLostNotes: true }),
  }
}

/** Ignores columns that the log of an older version does not have, and the numbers of rows and workspaces. */
function isSameUnsent(entries: readonly (UnsentEntry & { readonly row: SqlRow })[], logged: LoggedUnsent): boolean {
  const nameOf = ({ table, key }: UnsentEntry) => `${table} ${key}`
  const changes = new Set(rowsOf(logged.entries, 'journal').map(idOf))
  const open = logged.entries.filter(
    ({ table, key, row }) =>
      // The edit of a change goes with it, without a step of its own.
      row !== null && table !== 'activity' && (table !== 'change_drafts' || changes.has(key)),
  )
  const rows = new Map(open.map((entry) => [nameOf(entry), entry.row]))
  const isSame = (stored: SqlRow, row: SqlRow) =>
    Object.entries(stored).every(
      ([name, value]) =>
        name === 'row' || name === 'workspace' || row[name] === undefined || isDeepStrictEqual(row[name], value),
    )
  return (
    entries.length === rows.size &&
    entries.every((entry) => {
      const row = rows.get(nameOf(entry))
      return row !== undefined && row !== null && isSame(entry.row, row)
    })
  )
}

function writeRecovered(
  connection: Connection,
  environment: EnvironmentName,
  { journal, drafts, changeDrafts, others }: UnsentRows,
): void {
  for (const [table, rows] of others) {
    for (const row of rows) copyRow(connection, table, row)
  }
  for (const row of journal) writeChange(connection, environment, row)
  for (const row of drafts) copyRow(connection, 'drafts', row)
  for (const row of changeDrafts) writeChangeDraft(connection, row)
}

const endedRow = rowOf({
  ...{ kind: column.textOf<JournalEntry['kind']>(), targetId: column.text, body: column.text },
  ...{ outcome: column.text, settledAt: column.text },
})

/** Repeats what ended changes did to the links of metrics, which the service does not list. */
function repeatLinks(connection: Connection, ended: readonly SqlRow[]): void {
  for (const row of ended) {
    const { outcome, settledAt, ...change } = endedRow.read(row)
    const workspace = ensureWorkspace(connection, workspaceRow.read(row))
    if (outcome === 'done') applyToLinks({ connection, workspace }, change, settledAt)
  }
}

/** Functions that join a row of memory with that of the file; rows of other tables are added where they are missing. */
const merged: Readonly<Partial<Record<Table, (connection: Connection, stored: SqlRow) => void>>> = {
  metrics: mergeMetric,
  topics: mergeTopic,
  triage: mergeTriage,
  saved_views: mergeSavedView,
  briefs: mergeBrief,
  scoring_models: mergeScoringModel,
  decisions: mergeDecision,
}

/**
 * Moves the rows of a library in memory into the one in the file, whose key is another, within the caller's transaction.
 * Rows in memory are newer, whatever the dates say: a draft replaces the one of the same id, which stays readable in the
 * activity, a change replaces what a move that was cut off left of it, and a link that they supersede needs review.
 */
export function writeFromMemory(target: JournalWrite, fromMemory: StoredRows): void {
  const { connection, environment, mac } = target
  const local = [...fromMemory.privateRows.tables, ...fromMemory.others]
  const journal = fromMemory.journal.map((row) => ({ ...row, mac: mac.sign(signedFields(row)) }))
  for (const [table, rows] of local) for (const row of rows) merged[table]?.(connection, row)
  const others = local.filter(([table]) => merged[table] === undefined)
  writeRecovered(connection, environment, { others, journal: [], drafts: [], changeDrafts: [] })
  const ended = others.flatMap(([table, rows]) => (table === 'activity' ? rows : []))
  for (const row of ended) supersedeOlder(target, idOf(row))
  repeatLinks(connection, ended)
  for (const draft of fromMemory.drafts) replaceDraft(connection, draft)
  for (const row of journal) connection.run('DELETE FROM journal WHERE change_id = ?', [idOf(row)])
  writeRecovered(connection, environment, { ...fromMemory, journal, others: [] })
}

/** Moves a draft that another one replaces into the activity, like a discarded insight. */
function replaceDraft(connection: Connection, draft: SqlRow): void {
  const known = connection.get(
    `SELECT drafts.*, organisation_id, workspace_id FROM drafts JOIN workspaces ON workspaces.row = drafts.workspace
     WHERE organisation_id = ? AND workspace_id = ? AND draft_id = ?`,
    [draft.organisation_id ?? null, draft.workspace_id ?? null, draft.draft_id ?? ''],
  )
  if (known === undefined) return
  connection.run('DELETE FROM drafts WHERE row = ?', [known.row ?? null])
  if (known.field_values === draft.field_values) return
  const at = String(known.saved_at)
  copyRow(connection, 'activity', {
    ...{ organisation_id: draft.organisation_id ?? null, workspace_id: draft.workspace_id ?? null },
    ...{ change_id: randomUUID(), kind: 'createInsight', target_id: randomUUID(), body: known.field_values ?? '{}' },
    ...{ created_at: at, outcome: 'discarded', attempts: 0, error: null, settled_at: at },
  })
}

/** A change that is there, or that has ended, stays as it is. */
function writeChange(connection: Connection, environment: EnvironmentName, row: SqlRow): void {
  const isKnown = connection.get(
    'SELECT 1 AS found FROM journal WHERE change_id = ?1 UNION SELECT 1 FROM activity WHERE change_id = ?1',
    [idOf(row)],
  )
  if (isKnown !== undefined) return
  const workspace = copyRow(connection, 'journal', row)
  if (row.kind !== 'createInsight') return
  const { organisationId, workspaceId, body, ...fields } = signedFields(row)
  const change = { ...fields, workspace: { environment, organisationId, workspaceId }, body: JSON.parse(body) }
  // Signed by this app: kind and body are a pair that it wrote.
  addOwnInsight(connection, workspace, change as Parameters<typeof addOwnInsight>[2])
}

/** Writes the edit of a change, unless the change is not in the journal any more. */
function writeChangeDraft(connection: Connection, row: SqlRow): void {
  connection.run(
    `INSERT OR IGNORE INTO change_drafts (change_id, field_values, saved_at)
     SELECT change_id, ?, ? FROM journal WHERE change_id = ?`,
    [row.field_values ?? null, row.saved_at ?? null, idOf(row)],
  )
}

function readRows(old: Connection, table: Table, order: string): CarefulRows {
  return order === 'row' ? readCarefullyByRow(old, table) : readCarefully(old, table, `ORDER BY kept.${order}`)
}

/** Drafts of an older version, one for each workspace, have none. */
function hasRowNumbers(old: Connection, table: Table): boolean {
  try {
    return columnsOf(old, table).some(({ name }) => name === 'row')
  } catch {
    return false
  }
}

/** Counts an index if there is one, so that the count can differ from the rows that were read. */
function countOf(old: Connection, table: Table): number | null {
  try {
    return Number(old.get(`SELECT count(*) AS rows FROM ${table}`)?.rows)
  } catch {
    return null
  }
}

/** Copies the columns that both have, as the row may be of an older version. Returns the workspace's row. */
function copyRow(connection: Connection, table: Table, row: SqlRow): number {
  const workspace = ensureWorkspace(connection, {
    organisationId: String(row.organisation_id),
    workspaceId: String(row.workspace_id),
  })
  const columns = columnsOf(connection, table)
    .map(({ name }) => name)
    .filter((name) => name === 'workspace' || (name !== 'row' && Object.hasOwn(row, name)))
  connection.run(
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    columns.map((name): SqlValue => (name === 'workspace' ? workspace : (row[name] ?? null))),
  )
  return workspace
}
