// Two workspaces of an environment are told apart by their names, in the menus and in every question that is asked before
// something is done to one of them. Those that have the same name already keep it.
import { AppError } from '../../contract/errors'
import type { WorkspaceRef } from '../../contract/workspace'
import { type EnvironmentSettings, isOf } from '../settings/schema'

const read = (name: string) => name.trim().normalize('NFC').toLocaleLowerCase()

/** Throws INVALID_INPUT about the field when another workspace of the environment has the name, in whatever case. */
export function requireFreeName(
  { workspaces }: EnvironmentSettings,
  workspace: WorkspaceRef,
  { name, field }: { readonly name: string; readonly field: 'name' | 'workspaceName' },
): void {
  const own = workspaces.find((entry) => isOf(entry, workspace))
  if (own?.name === name) return
  const other = workspaces.find((entry) => entry !== own && read(entry.name) === read(name))
  if (other === undefined) return
  const message = `Another workspace of this environment is called ${other.name} already.`
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: [field], message }] })
}
