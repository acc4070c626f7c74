// The ETag and Last-Modified of the answer that a list was last read from. They are valid while the data is exactly that
// answer: they are stored with the hash of its bytes, and everything else that changes the list clears that hash.
import type { ListValidators, SyncResource } from '../../contract/library'
import type { Connection } from '../store/connection'
import { column } from '../store/row'

interface Kept {
  readonly hash: string
  readonly validators: ListValidators
}

const keyOf = (workspace: number, resource: SyncResource) => `validators ${workspace} ${resource}`

/** `hash`: of the answer, as it stands with the workspace. */
export function saveValidators(
  connection: Connection,
  workspace: number,
  resource: SyncResource,
  hash: string,
  validators: ListValidators | null,
): void {
  const key = keyOf(workspace, resource)
  if (validators === null) return void connection.run('DELETE FROM meta WHERE key = ?', [key])
  const kept: Kept = { hash, validators }
  connection.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', [key, JSON.stringify(kept)])
}

/** null when nothing was kept, or the data is not that answer any more. */
export function findValidators(
  connection: Connection,
  workspace: number,
  resource: SyncResource,
  hash: string | null,
): ListValidators | null {
  const sql = 'SELECT value FROM meta WHERE key = ?'
  const kept = connection.value(sql, [keyOf(workspace, resource)], column.json<Kept>())
  if (kept === undefined || hash === null) return null
  // An older version of the app, which knows of no validators, may have synced since.
  return kept.hash === hash ? kept.validators : null
}
