// Keeps the second copy of what was not sent in step with the database. Whoever changes a journal row or a draft says
// which, and before the transaction is kept the row as it will be is added to the log: a change that is not in both
// is not acknowledged.
import { rmSync } from 'node:fs'
import type { Connection, SqlRow } from '../store/connection'
import type { WorkspaceIds } from '../store/context'
import { startUnsentLog, type UnsentEntry, type UnsentLog, unsentSuffix } from './unsent-log'

export interface UnsentCopy {
  /** Within a transaction: this row of the journal is another, or gone. */
  touchChange(changeId: string): void
  touchDraft(workspace: WorkspaceIds): void
  /** Of a change that is being mended. Not needed when the change itself goes. */
  touchChangeDraft(changeId: string): void
  /** One transaction. Throws DISK_FULL or PROFILE_READ_ONLY, with nothing done, when it cannot be kept twice. */
  transaction<T>(work: () => T): T
  /** A journal row as it was last known to be; null: none. */
  changeOf(changeId: string): SqlRow | null
  close(): void
}

/**
 * A log of this size is written anew, with what counts of it. What counts may be longer than that by itself; then the
 * log may double before it is written again, or each change would write all of them.
 */
const longestLogBytes = 512 * 1024

const withWorkspace = (table: UnsentEntry['table']) =>
  `SELECT kept.*, organisation_id, workspace_id FROM ${table} AS kept
   LEFT JOIN workspaces ON workspaces.row = kept.workspace`

export const draftKey = (organisationId: unknown, workspaceId: unknown) => JSON.stringify([organisationId, workspaceId])

function readEntry(connection: Connection, table: UnsentEntry['table'], key: string): UnsentEntry {
  if (table === 'change_drafts') {
    return { table, key, row: connection.get('SELECT * FROM change_drafts WHERE change_id = ?', [key]) ?? null }
  }
  if (table !== 'drafts') {
    const row = connection.get(`${withWorkspace(table)} WHERE change_id = ?`, [key])
    return { table, key, row: row ?? null }
  }
  const [organisationId, workspaceId] = JSON.parse(key) as readonly [string, string]
  const ofWorkspace = 'WHERE organisation_id = ? AND workspace_id = ?'
  return {
    table,
    key,
    row: connection.get(`${withWorkspace(table)} ${ofWorkspace}`, [organisationId, workspaceId]) ?? null,
  }
}

/** All that is unsent, as the database has it. */
function readAll(connection: Connection): readonly UnsentEntry[] {
  const journal = connection.all(`${withWorkspace('journal')} ORDER BY kept.row`)
  const drafts = connection.all(withWorkspace('drafts'))
  const changeDrafts = connection.all('SELECT * FROM change_drafts')
  return [
    ...journal.map((row) => ({ table: 'journal', key: String(row.change_id), row }) as const),
    ...drafts.map((row) => ({ table: 'drafts', key: draftKey(row.organisation_id, row.workspace_id), row }) as const),
    ...changeDrafts.map((row) => ({ table: 'change_drafts', key: String(row.change_id), row }) as const),
  ]
}

interface UnsentCopyOptions {
  /** Of the database; null: in memory, with nothing to keep it in. */
  readonly file: string | null
  readonly key: string | null
  readonly log: (line: string) => void
}

/** Begins the log anew from a database that was just opened and has taken in what an earlier log knew. */
export function createUnsentCopy(connection: Connection, { file, key, log }: UnsentCopyOptions): UnsentCopy {
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
    const all = readAll(connection)
    if (unsent === null) unsent = startUnsentLog(path, libraryKey, all)
    else unsent.rewrite(all)
    mostBytes = Math.max(longestLogBytes, 2 * unsent.bytes())
    changes.clear()
    remember(all)
  }

  /** The log says something that did not come to pass and could not be cut off: it is to be written anew. */
  let isAhead = false

  /**
   * Before a transaction, as what is written whole could not be cut off again. Gives why it could not be written, which
   * is nothing to a transaction that changes nothing of what is in it; null: it is as it should be.
   */
  function beginAgain(): { readonly error: unknown } | null {
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

  /** Gives whether the log has it now. */
  function keep(): boolean {
    if (unsent === null || touched.size === 0) return false
    const entries = [...touched.values()].map((one) => readEntry(connection, one.table, one.key))
    unsent.append(entries)
    remember(entries)
    return true
  }

  /** The transaction was undone: so is what was said of it, where there may be no room to say anything. */
  function takeBack(): void {
    try {
      unsent?.takeBack()
      remember([...touched.values()].map((one) => readEntry(connection, one.table, one.key)))
    } catch {
      isAhead = true
      // The database has it all, and a log that is not there says nothing wrong.
      if (file !== null) rmSync(file + unsentSuffix, { force: true })
    }
  }

  try {
    if (file !== null && key !== null) begin(file + unsentSuffix, key)
  } catch (error) {
    // Reading goes on; the first change tries again, and is refused if it fails.
    log(`The second copy of what was not sent could not be begun: ${String(error)}`)
  }

  return {
    touchChange(changeId) {
      touch('journal', changeId)
      touch('activity', changeId)
    },
    touchDraft: ({ organisationId, workspaceId }) => void touch('drafts', draftKey(organisationId, workspaceId)),
    touchChangeDraft: (changeId) => void touch('change_drafts', changeId),
    transaction(work) {
      touched.clear()
      let isKept = false
      const failed = beginAgain()
      try {
        return connection.transaction(() => {
          const result = work()
          if (touched.size > 0 && failed !== null) throw failed.error
          isKept = keep()
          return result
        })
      } catch (error) {
        if (isKept) takeBack()
        throw error
      }
    },
    changeOf: (changeId) => changes.get(changeId) ?? null,
    close() {
      unsent?.close()
    },
  }
}
