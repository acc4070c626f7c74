// An environment has one address for all its workspaces. Adding a workspace may not move the others to another service
// in passing: that is done where a person sees what it is about. And an address is of one environment only: connected
// once more under another name, production would be open to changes without its lock and its questions.
import { AppError } from '../../contract/errors'
import { EnvironmentName, environmentLabels, type WorkspaceRef } from '../../contract/workspace'
import { parseBaseAddress } from '../service/address'
import { type EnvironmentSettings, isOf, type Settings } from '../settings/schema'

/** `href` as `parseBaseAddress` returns it. Throws INVALID_INPUT when workspaces other than this one use another. */
export function requireSameAddress(
  { baseAddress, workspaces }: EnvironmentSettings,
  workspace: WorkspaceRef,
  href: string,
): void {
  const others = workspaces.filter((entry) => !isOf(entry, workspace)).map(({ name }) => name)
  if (baseAddress === null || others.length === 0 || isWrittenAlike(baseAddress, href)) return
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
    return name !== environment && name !== 'sandbox' && baseAddress !== null && leadsTo(baseAddress, href)
  })
  if (owner === undefined) return
  const label = environmentLabels[owner]
  const message = `This is the address of ${label}, and what is connected here would not be treated as ${label}. Connect it as ${label}. If it was ${label} by mistake, forget ${label} in Settings first.`
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['baseAddress'], message }] })
}

/** A host name may end with a dot and lead to the same place. */
const plain = (href: string) => href.replace(/^(https?:\/\/[^/:]+)\.(?=[:/]|$)/, '$1')

/** Narrow, as a token is bound to the address as it is written: one written otherwise would leave the others without. */
export function isWrittenAlike(baseAddress: string, href: string): boolean {
  const known = asParsed(baseAddress)
  return known !== null && plain(known) === plain(href)
}

/** Wide, as whoever writes an address otherwise must not get round the lock of what is there. */
function leadsTo(baseAddress: string, href: string): boolean {
  const known = asParsed(baseAddress)
  return known !== null && placeOf(known) === placeOf(href)
}

/** null: somebody wrote it into the settings file by hand, and it is none. */
function asParsed(baseAddress: string): string | null {
  try {
    return parseBaseAddress(baseAddress).href
  } catch {
    return null
  }
}

/** The many names of this computer. Their ports differ for services that differ. */
const thisComputer =
  /^(localhost|[^/]+\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/

/** Where an address leads, whatever it is called on the way. To compare only: it is no address that could be asked. */
function placeOf(href: string): string {
  const { protocol, hostname, port, pathname } = new URL(plain(href))
  const host = hostname.toLowerCase().replace(/\.$/, '')
  const path = decoded(pathname).replace(/\/+/g, '/').replace(/\/$/, '')
  return `${protocol}//${thisComputer.test(host) ? 'localhost' : host}:${port}${path}`
}

/** A letter is the same one with its percent sign. Beyond ASCII the parser has written one for each, but in either case. */
function decoded(path: string): string {
  return path.replace(/%([\da-f]{2})/gi, (written, code: string) => {
    const value = Number.parseInt(code, 16)
    return value < 0x80 ? String.fromCharCode(value) : written.toLowerCase()
  })
}
