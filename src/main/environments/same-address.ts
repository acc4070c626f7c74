// An environment has one address for all its workspaces. Adding a workspace may not move the others to another service
// in passing: that is done where a person sees what it is about.
import { AppError } from '../../contract/errors'
import type { WorkspaceRef } from '../../contract/workspace'
import { parseBaseAddress } from '../service/address'
import type { EnvironmentSettings } from '../settings/schema'
import { isOf } from './find-target'

/** `href` as `parseBaseAddress` returns it. Throws INVALID_INPUT when workspaces other than this one use another. */
export function requireSameAddress(
  { baseAddress, workspaces }: EnvironmentSettings,
  workspace: WorkspaceRef,
  href: string,
): void {
  const others = workspaces.filter((entry) => !isOf(entry, workspace)).map(({ name }) => name)
  if (baseAddress === null || others.length === 0 || isSame(baseAddress, href)) return
  const message = `The other workspaces of this environment (${others.join(', ')}) use ${baseAddress}. The address of an environment is changed in Settings.`
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['baseAddress'], message }] })
}

/** One that somebody wrote into the settings file by hand may be none at all. */
function isSame(baseAddress: string, href: string): boolean {
  try {
    return parseBaseAddress(baseAddress).href === href
  } catch {
    return false
  }
}
