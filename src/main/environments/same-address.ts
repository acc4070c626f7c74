// An environment has one address for all its workspaces. Adding a workspace may not move the others to another service
// in passing: that is done where a person sees what it is about. And an address is of one environment only: connected
// once more under another name, production would be open to changes without its lock and its questions.
import { AppError } from '../../contract/errors'
import { EnvironmentName, environmentLabels, type WorkspaceRef } from '../../contract/workspace'
import { parseBaseAddress } from '../service/address'
import type { EnvironmentSettings, Settings } from '../settings/schema'
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

/**
 * `href` as `parseBaseAddress` returns it. Throws INVALID_INPUT when it is the address of another environment, also of
 * one whose workspaces were all removed: what it is called was decided, and is taken back by forgetting it.
 */
export function requireOwnAddress({ environments }: Settings, environment: EnvironmentName, href: string): void {
  const owner = EnvironmentName.options.find((name) => {
    const { baseAddress } = environments[name]
    return name !== environment && name !== 'sandbox' && baseAddress !== null && isSame(baseAddress, href)
  })
  if (owner === undefined) return
  const label = environmentLabels[owner]
  const message = `This is the address of ${label}, and what is connected here would not be treated as ${label}. Connect it as ${label}. If it was ${label} by mistake, forget ${label} in Settings first.`
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['baseAddress'], message }] })
}

/** A host name may end with a dot and lead to the same place. */
const plain = (href: string) => href.replace(/^(https?:\/\/[^/:]+)\.(?=[:/]|$)/, '$1')

/** One that somebody wrote into the settings file by hand may be none at all. */
function isSame(baseAddress: string, href: string): boolean {
  try {
    return plain(parseBaseAddress(baseAddress).href) === plain(href)
  } catch {
    return false
  }
}
