// Keeps the log of unsent changes in step with the database. A write that changes a journal row or a draft names it, and
// before its transaction commits, the row as it will be is appended to the log. Both get the next sequence number, by
// which opening tells which of the two is behind (see recover-unsent.ts). A change that is not in both is not
// acknowledged.
import { rmSync } from 'node:fs'
import { describeError } from '../../contract/describe-error'
import type { Connection, SqlRow } from '../store/connection'
import type { UnsentRecorder } from '../store/context'
import { column } from '../store/row'
import { startUnsentLog, type UnsentEntry, type UnsentLog, unsentSuffix } from './unsent-log'

export interface UnsentLogWriter extends UnsentRecorder {
  /** One transaction. Throws DISK_FULL or PROFILE_READ_ONLY, with nothing done, when it cannot be stored twice. */
  transaction<T>(work: () => T): T
  close(): void
}

/**
 * A log of this size is rewritten with the current rows. These may be larger by themselves; then the log may double
 * before it is rewritten, or each change would rewrite it.
 */
const longestLogBytes = 512 * 1024

const withWorkspace = (table: UnsentEntry['table']) =>
  `SELECT kept.*, organisation_id, workspace_id FROM ${table} AS kept
   LEFT JOIN workspaces ON workspaces.row = kept.workspace`

/** The draft with the empty id has the key that logs of older versions give to their only draft. */
export const draftKey = (organisationId: unknown, workspaceId: unknown, draftId: unknown) =>
  JSON.stringify([organisationId, workspaceId, ...(draftId === '' ? [] : [draftId])])

export const draftKeyOf = (row: SqlRow) => draftKey(row.organisation_id, row.workspace_id, row.draft_id ?? '')

function readEntry(connection: Connection, table: UnsentEntry['table'], key: string): UnsentEntry {
  if (table === 'change_drafts') {
    return { table, key, row: connection.get('SELECT * FROM change_drafts WHERE change_id = ?', [key]) ?? null }
  }
  if (table !== 'drafts') {
    const row = connection.get(`${withWorkspace(table)} WHERE change_id = ?`, [key])
    return { table, key, row: row ?? null }
  }
  const [organisationId, workspaceId, draftId = ''] = JSON.parse(key) as readonly [string, string, string?]
  const ofDraft = 'WHERE organisation_id = ? AND workspace_id = ? AND draft_id = ?'
  return {
    table,
    key,
    row: connection.get(`${withWorkspace(table)} ${ofDraft}`, [organisationId, workspaceId, draftId]) ?? null,
  }
}

/** Reads all unsent changes and drafts from the database. */
export function readUnsent(connection: Connection): readonly (UnsentEntry & { readonly row: SqlRow })[] {
  const journal = connection.all(`${withWorkspace('journal')} ORDER BY kept.row`)
  const drafts = connection.all(withWorkspace('drafts'))
  const changeDrafts = connection.all('SELECT * FROM change_drafts')
  return [
    ...journal.map((row) => ({ table: 'journal', key: String(row.change_id), row }) as const),
    ...drafts.map((row) => ({ table: 'drafts', key: draftKeyOf(row), row }) as const),
    ...changeDrafts.map((row) => ({ table: 'change_drafts', key: String(row.change_id), row }) as const),
  ]
}

const sequenceKey = 'unsent_sequence'

/** Reads the sequence number of the last transaction that changed unsent data; null: cannot be read. */
export function readSequence(connection: Connection): number | null {
  try {
    // As a number, for the driver ends the process on damaged text.
    const sql = 'SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?'
    return connection.value(sql, [sequenceKey], column.number) ?? 0
  } catch {
    return null
  }
}

export function writeSequence(connection: Connection, sequence: number): void {
  connection.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', [sequenceKey, String(sequence)])
}

interface UnsentLogWriterOptions {
  /** Path of the database; null: it is in memory, so no log is kept. */
  readonly file: string | null
  readonly key: string | null
  readonly log: (line: string) => void
}

/** Begins the log anew from a database that was just opened and has recovered the rows of an earlier log. */
export function createUnsentLogWriter(
  connection: Connection,
  { file, key, log }: UnsentLogWriterOptions,
): UnsentLogWriter {
  const touched = new Map<string, Pick<UnsentEntry, 'table' | 'key'>>()
  const changes = new Map<string, SqlRow>()
  let unsent: UnsentLog | null = null
  let mostBytes = longestLogBytes
  const touch = (table: UnsentEntry['table'], of: string) => touched.set(`${table} ${of}`, { table, key: of })

  function remember(entries: readonly UnsentEntry[]): void {
    for (const { table, key: of, row } of entries) {
      if (table !== 'journal') continue
      if (row === null) changes.delete(of)
      else changes.set(of, row)
    }
  }

  function begin(path: string, libraryKey: string): void {
    const all = readUnsent(connection)
    if (unsent === null) unsent = startUnsentLog(path, libraryKey, readSequence(connection) ?? 0, all)
    else unsent.rewrite(all)
    mostBytes = Math.max(longestLogBytes, 2 * unsent.bytes())
    changes.clear()
    remember(all)
  }

  /** The transaction that runs has appended its step. */
  let isAppended = false
  /** The last step was rolled back and could not be cut off: the log has to be rewritten. */
  let isAhead = false

  /**
   * Runs before a transaction, since a rewritten log could not be cut off again. Returns the error, which matters only to
   * a transaction that changes unsent data; null: the log is in order.
   */
  function rewriteIfNeeded(): { readonly error: unknown } | null {
    if (file === null || key === null) return null
    if (unsent !== null && !isAhead && unsent.bytes() <= mostBytes) return null
    try {
      begin(file + unsentSuffix, key)
      isAhead = false
      return null
    } catch (error) {
      return { error }
    }
  }

  function appendStep(): void {
    if (unsent === null || touched.size === 0) return
    const entries = [...touched.values()].map((one) => readEntry(connection, one.table, one.key))
    unsent.append(entries)
    isAppended = true
    writeSequence(connection, unsent.sequence())
    remember(entries)
  }

  /** The transaction was rolled back. Cutting its step off needs no room on the disk. */
  function undoStep(): void {
    try {
      unsent?.removeLastStep()
      remember([...touched.values()].map((one) => readEntry(connection, one.table, one.key)))
    } catch {
      isAhead = true
      // The database has everything, and a missing log misleads nobody.
      if (file !== null) rmSync(file + unsentSuffix, { force: true })
    }
  }

  try {
    if (file !== null && key !== null) begin(file + unsentSuffix, key)
  } catch (error) {
    // Reading goes on; the first change tries again, and is refused if it fails.
    log(`The log of unsent changes could not be started: ${describeError(error)}`)
  }

  return {
    touchChange(changeId) {
      touch('journal', changeId)
      touch('activity', changeId)
    },
    touchDraft: ({ organisationId, workspaceId }, draftId) =>
      void touch('drafts', draftKey(organisationId, workspaceId, draftId)),
    touchChangeDraft: (changeId) => void touch('change_drafts', changeId),
    transaction(work) {
      touched.clear()
      isAppended = false
      const failed = rewriteIfNeeded()
      try {
        return connection.transaction(() => {
          const result = work()
          if (touched.size > 0 && failed !== null) throw failed.error
          appendStep()
          return result
        })
      } catch (error) {
        if (isAppended) undoStep()
        throw error
      }
    },
    changeOf: (changeId) => changes.get(changeId) ?? null,
    close() {
      unsent?.close()
    },
  }
}
