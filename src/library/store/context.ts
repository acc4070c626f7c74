// The context that every part of one open store works with.
import type { LibraryApi, LibraryMethod } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Connection, SqlRow } from './connection'
import { column } from './row'
import type { TableUse } from './table-use'

export interface StoreContext {
  /** For reads: its view changes between two statements at most, never within one. */
  readonly reader: Connection
  /** Runs one transaction, after those asked for before it. */
  write<T>(work: (connection: Connection) => T): Promise<T>
  /**
   * One transaction with pauses in which others see the state before it, and a commit beside their reads. It is rolled
   * back when the library is closed, and where `assertWanted` throws: called before it, after each pause and before the
   * commit.
   * @param work its `pause` is null in memory, where others wait for the whole
   */
  writeAtLength<T>(
    work: (connection: Connection, pause: (() => Promise<void>) | null) => Promise<T>,
    assertWanted?: () => void,
  ): Promise<T>
  /** Called between two of a series of long writes: waits while a long log is moved into the file, so that it begins anew. */
  keepLogShort(): Promise<void>
  /** Reads at once, during a long sync from the state before it; in memory after it. */
  read<T>(work: (connection: Connection) => T): Promise<T>
  readonly unsent: UnsentRecorder
  readonly tables: Pick<TableUse, 'revision' | 'revisionOf' | 'during' | 'reuse'>
  readonly log: (line: string) => void
}

/** Notified of every journal row and draft that a write changes, so that they are stored twice. */
export interface UnsentRecorder {
  /** Within a transaction: this row of the journal was changed or removed. */
  touchChange(changeId: string): void
  touchDraft(workspace: WorkspaceIds, draftId: string): void
  /** For the edit of a change. Not needed when the change itself goes. */
  touchChangeDraft(changeId: string): void
  /** A journal row as it was last recorded; null: none. */
  changeOf(changeId: string): SqlRow | null
}

/** Calls that one environment's store answers; the owner of the stores answers the others. */
export type StoreMethod = Exclude<LibraryMethod, 'open' | 'close' | 'setTimeZone'>
export type StoreApi = Pick<LibraryApi, StoreMethod>

/** A store is of one environment, so these two tell its workspaces apart. */
export type WorkspaceIds = Pick<WorkspaceRef, 'organisationId' | 'workspaceId'>

/** null: nothing was ever stored for it. */
export function findWorkspace(connection: Connection, workspace: WorkspaceIds): number | null {
  const { organisationId, workspaceId } = workspace
  const sql = 'SELECT row FROM workspaces WHERE organisation_id = ? AND workspace_id = ?'
  return connection.value(sql, [organisationId, workspaceId], column.number) ?? null
}

export function ensureWorkspace(connection: Connection, workspace: WorkspaceIds): number {
  const known = findWorkspace(connection, workspace)
  if (known !== null) return known
  connection.run('INSERT INTO workspaces (organisation_id, workspace_id) VALUES (?, ?)', [
    workspace.organisationId,
    workspace.workspaceId,
  ])
  return lastInsertedRow(connection)
}

export function lastInsertedRow(connection: Connection): number {
  return connection.value('SELECT last_insert_rowid()', [], column.number) ?? 0
}
