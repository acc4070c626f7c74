// Base addresses of environments. A token travels with every request, so the connection must be private: https, or http
// that never leaves this computer.
import { AppError } from '../../contract/errors'
import { type OperationName, operationPath, type PathParameters } from '../../contract/service'

export interface BaseAddress {
  /** Normalised, without a trailing slash. */
  readonly href: string
  /** Scheme, host and port, which a token is bound to. */
  readonly origin: string
}

const mustBeSafe = 'The address must start with https://, or http:// for this computer only.'

/**
 * Parses an address that a person typed: https anywhere, http on `localhost`, 127.0.0.0/8 and `[::1]` only; no user
 * name, query or fragment; a path prefix without encoded slashes or dots is allowed. Throws ADDRESS_INVALID with the reason.
 *
 * `http://localhost` becomes 127.0.0.1: the name may lead to ::1 as well, where another user of this computer can listen
 * on the same port.
 */
export function parseBaseAddress(text: string): BaseAddress {
  const trimmed = text.trim()
  // URL parsers silently drop control characters, so the token would go to another address than the one shown.
  if (/\p{Cc}/u.test(trimmed)) throw invalid('The address contains invisible characters.')
  if (!/^https?:\/\//i.test(trimmed)) throw invalid(mustBeSafe)
  const url = parseUrl(trimmed)
  if (url === null) throw invalid('Enter a complete web address.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw invalid(mustBeSafe)
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('The address can’t contain a user name or password.')
  }
  if (url.protocol === 'http:' && url.hostname === 'localhost') url.hostname = '127.0.0.1'
  // An empty query or fragment vanishes from the parsed URL, but would swallow the path that is appended later.
  if (/[?#]/.test(trimmed)) throw invalid('The address can’t contain ? or #.')
  requirePlainPath(url.pathname)
  return { href: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, origin: url.origin }
}

/**
 * Servers disagree about encoded slashes and dots (`/staging/..%2flive`, `/staging/..;/live`), so such a path could lead
 * to another place than it says. The URL parser has already resolved plain dots.
 */
function requirePlainPath(pathname: string): void {
  const isEncoded = /%(2f|5c|2e|25|[01][\da-f]|7f)/i.test(pathname)
  const hasDots = pathname.split('/').some((segment) => /^\.{1,2}(;|%3b|$)/i.test(segment))
  if (isEncoded || hasDots) throw invalid('The address can’t contain encoded slashes, dots or percent signs.')
}

/** null for none, or for an invalid one, which can only have been written into the settings file by hand. */
export function parseSavedAddress(text: string | null): BaseAddress | null {
  try {
    return text === null ? null : parseBaseAddress(text)
  } catch {
    return null
  }
}

/** Scheme, host and port of a saved address. */
export const originOf = (baseAddress: string | null) => parseSavedAddress(baseAddress)?.origin ?? null

/** The path of one operation. Throws INVALID_INPUT for a parameter that no address can carry. */
export function sendablePath<Name extends OperationName>(name: Name, parameters: PathParameters<Name>): string {
  try {
    return operationPath(name, parameters)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError('INVALID_INPUT', 'One of the IDs can’t be used in an address.')
  }
}

/** The URL of one operation. Throws INVALID_INPUT for a parameter that no address can carry. */
export function operationUrl<Name extends OperationName>(
  address: BaseAddress,
  name: Name,
  parameters: PathParameters<Name>,
): URL {
  return new URL(`${address.href}${sendablePath(name, parameters)}`)
}

/** The oldest supported Electron has neither URL.canParse nor URL.parse. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** The URL parser has already normalised every spelling of an IPv4 address (0x7f.1, 2130706433). */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function invalid(message: string): AppError {
  return new AppError('ADDRESS_INVALID', message, { fields: [{ path: ['baseAddress'], message }] })
}
