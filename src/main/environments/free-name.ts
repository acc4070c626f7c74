// Names of workspaces are unique within an environment: menus and confirmations tell workspaces apart by them. Two
// workspaces that already share a name keep it.
import { AppError } from '../../contract/errors'
import type { WorkspaceRef } from '../../contract/workspace'
import { type EnvironmentSettings, isOf } from '../settings/schema'

const normalized = (name: string) => name.trim().normalize('NFC').toLocaleLowerCase()

/** Throws INVALID_INPUT about the field when another workspace of the environment has the name, ignoring case. */
export function requireFreeName(
  { workspaces }: EnvironmentSettings,
  workspace: WorkspaceRef,
  { name, field }: { readonly name: string; readonly field: 'name' | 'workspaceName' },
): void {
  const own = workspaces.find((entry) => isOf(entry, workspace))
  if (own?.name === name) return
  const other = workspaces.find((entry) => entry !== own && normalized(entry.name) === normalized(name))
  if (other === undefined) return
  const message = `A workspace named ${other.name} already exists in this environment.`
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: [field], message }] })
}
