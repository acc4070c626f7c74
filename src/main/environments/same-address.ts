// An environment has one address for all its workspaces, and an address belongs to one environment. Adding a workspace
// must not move the others to another service: that is done in Settings, where the person sees the consequence. And
// production connected under another name would be open to changes without its lock and its confirmations.
import { AppError } from '../../contract/errors'
import { EnvironmentName, environmentLabels, type WorkspaceRef } from '../../contract/workspace'
import { parseSavedAddress } from '../service/address'
import { type EnvironmentSettings, isOf, type Settings } from '../settings/schema'

/** `href` as `parseBaseAddress` returns it. Throws INVALID_INPUT when workspaces other than this one use another. */
export function requireSameAddress(
  { baseAddress, workspaces }: EnvironmentSettings,
  workspace: WorkspaceRef,
  href: string,
): void {
  const others = workspaces.filter((entry) => !isOf(entry, workspace)).map(({ name }) => name)
  if (baseAddress === null || others.length === 0 || isWrittenAlike(baseAddress, href)) return
  const message = `The other workspaces in this environment (${others.join(', ')}) use ${baseAddress}. Change the environment’s address in Settings.`
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['baseAddress'], message }] })
}

/**
 * `href` as `parseBaseAddress` returns it. Throws INVALID_INPUT when it is the address of another environment, also of
 * one whose workspaces were all removed, until that environment is forgotten.
 */
export function requireOwnAddress({ environments }: Settings, environment: EnvironmentName, href: string): void {
  const owner = EnvironmentName.options.find((name) => {
    const { baseAddress } = environments[name]
    return name !== environment && name !== 'sandbox' && baseAddress !== null && leadsTo(baseAddress, href)
  })
  if (owner === undefined) return
  const label = environmentLabels[owner]
  const message = `${label} already uses this address. Connect as ${label}, or forget ${label} in Settings first.`
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['baseAddress'], message }] })
}

/** A host name with a dot at the end is the same host. */
const plain = (href: string) => href.replace(/^(https?:\/\/[^/:]+)\.(?=[:/]|$)/, '$1')

/** Compares the spelling: a token is bound to it, so with another spelling the other workspaces would have none. */
export function isWrittenAlike(baseAddress: string, href: string): boolean {
  const known = parseSavedAddress(baseAddress)
  return known !== null && plain(known.href) === plain(href)
}

/** Compares the destination: another spelling must not be a way around the lock of production. */
export function leadsTo(baseAddress: string, href: string): boolean {
  const known = parseSavedAddress(baseAddress)
  return known !== null && placeOf(known.href) === placeOf(href)
}

/** The names of this computer; different services differ in their ports. */
const thisComputer =
  /^(localhost|[^/]+\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/

/** The destination of an address in one spelling. Only for comparison: it is no address to send anything to. */
function placeOf(href: string): string {
  const { protocol, hostname, port, pathname } = new URL(plain(href))
  const host = hostname.toLowerCase().replace(/\.$/, '')
  // Many servers drop the parameters of a path segment (`/v4;x=1`), and some ignore the letter case.
  const path = decoded(pathname)
    .toLowerCase()
    .replace(/;[^/]*/g, '')
    .replace(/\/+/g, '/')
    .replace(/\/$/, '')
  return `${protocol}//${thisComputer.test(host) ? '127.0.0.1' : host}:${port}${path}`
}

/** Decodes percent-encoded ASCII. Beyond ASCII the parser has encoded everything, in upper or lower case. */
function decoded(path: string): string {
  return path.replace(/%([\da-f]{2})/gi, (written, code: string) => {
    const value = Number.parseInt(code, 16)
    return value < 0x80 ? String.fromCharCode(value) : written
  })
}
