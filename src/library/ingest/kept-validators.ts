// What the service said about the answer that a list was last read from. It counts only as long as the data is exactly
// that answer: it is kept under the hash of its bytes, which everything that changes the list by itself takes away.
import type { ListValidators, SyncResource } from '../../contract/library'
import type { Connection } from '../store/connection'

interface Kept {
  readonly hash: string
  readonly validators: ListValidators
}

const keyOf = (workspace: number, resource: SyncResource) => `validators ${workspace} ${resource}`

/** `hash`: of the answer, as it stands with the workspace. */
export function keepValidators(
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
  const row = connection.get('SELECT value FROM meta WHERE key = ?', [keyOf(workspace, resource)])
  if (row === undefined || hash === null) return null
  const kept: Kept = JSON.parse(String(row.value))
  // An older version of the app, which knows of no validators, may have synced since.
  return kept.hash === hash ? kept.validators : null
}
