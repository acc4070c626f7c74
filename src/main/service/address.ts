// Base addresses: where an environment's service is. A token travels with every request, so the address must be one
// that nobody on the way can read: https, or http that never leaves this machine.
import { AppError } from '../../contract/errors'
import { type OperationName, operationPath, type PathParameters } from '../../contract/service'

export interface BaseAddress {
  /** Normalised, without a trailing slash. */
  readonly href: string
  /** Scheme, host and port: what a token is bound to. */
  readonly origin: string
}

const mustBeSafe = 'The address must begin with https://; http:// is accepted for this computer only.'

/**
 * Reads what a person typed. https anywhere, http on `localhost`, 127.0.0.0/8 and `[::1]` only; no user name, query
 * or fragment; a path prefix is allowed. Throws ADDRESS_INVALID with the reason in words.
 */
export function parseBaseAddress(text: string): BaseAddress {
  const trimmed = text.trim()
  // URL parsers silently drop these inside an address, so what is shown would not be where the token goes.
  if (/\p{Cc}/u.test(trimmed)) throw invalid('The address contains characters that cannot be seen.')
  if (!/^https?:\/\//i.test(trimmed)) throw invalid(mustBeSafe)
  const url = parse(trimmed)
  if (url === null) throw invalid('This is not a complete web address.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw invalid(mustBeSafe)
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('The address must not contain a user name or password.')
  }
  // An empty query or fragment is no part of the parsed URL, but it would swallow the path appended later.
  if (/[?#]/.test(trimmed)) throw invalid('The address must not contain ? or #.')
  return { href: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, origin: url.origin }
}

/** The URL of one operation. Throws INVALID_INPUT for a path parameter that no URL can carry. */
export function operationUrl<Name extends OperationName>(
  address: BaseAddress,
  name: Name,
  parameters: PathParameters<Name>,
): URL {
  try {
    return new URL(`${address.href}${operationPath(name, parameters)}`)
  } catch (error) {
    // URIError: half of a surrogate pair, which has no percent-encoding.
    if (error instanceof RangeError || error instanceof URIError) {
      throw new AppError('INVALID_INPUT', 'One of the ids cannot be part of an address.')
    }
    throw error
  }
}

/** URL.canParse and URL.parse are younger than the oldest Electron this runs on. */
function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** The parser has already turned every spelling of an IPv4 address (0x7f.1, 2130706433) into four decimal parts. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function invalid(message: string): AppError {
  return new AppError('ADDRESS_INVALID', message, { fields: [{ path: ['baseAddress'], message }] })
}
