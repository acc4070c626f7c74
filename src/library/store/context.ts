// What every part of one open store works with.
import type { LibraryApi, LibraryMethod } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { UnsentCopy } from '../changes/unsent-copy'
import type { Connection } from './connection'

export interface StoreContext {
  /** For questions: what it sees changes between two statements at most, never within one. */
  readonly reader: Connection
  /** One transaction, after those asked for before it. */
  write<T>(work: (connection: Connection) => T): Promise<T>
  /** At once, also during a long sync, on what was there before it; in memory after it. */
  read<T>(work: (connection: Connection) => T): Promise<T>
  /** To be told of every journal row and draft that a write changes. */
  readonly unsent: Pick<UnsentCopy, 'touchChange' | 'touchDraft' | 'touchChangeDraft' | 'changeOf'>
  /** Another number whenever anything was written. */
  revision(): number
  readonly log: (line: string) => void
}

/** What one environment's store answers; opening and closing belong to whoever holds the stores. */
export type StoreMethod = Exclude<LibraryMethod, 'open' | 'close'>
export type StoreApi = Pick<LibraryApi, StoreMethod>

/** A store is of one environment, so these two tell its workspaces apart. */
export type WorkspaceIds = Pick<WorkspaceRef, 'organisationId' | 'workspaceId'>

/** null: nothing was ever stored for it. */
export function findWorkspace(connection: Connection, workspace: WorkspaceIds): number | null {
  const found = connection.get('SELECT row FROM workspaces WHERE organisation_id = ? AND workspace_id = ?', [
    workspace.organisationId,
    workspace.workspaceId,
  ])
  return found === undefined ? null : Number(found.row)
}

export function ensureWorkspace(connection: Connection, workspace: WorkspaceIds): number {
  const known = findWorkspace(connection, workspace)
  if (known !== null) return known
  connection.run('INSERT INTO workspaces (organisation_id, workspace_id) VALUES (?, ?)', [
    workspace.organisationId,
    workspace.workspaceId,
  ])
  return Number(connection.get('SELECT last_insert_rowid() AS row')?.row)
}
