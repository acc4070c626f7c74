// Classifies a failed fetch of either network stack: Electron's (`net::ERR_…` in the message) and Node's (a code on the
// error or on one of its causes). Text is read only where the stack gives no code.
// For a change, NAME_NOT_FOUND, CONNECTION_REFUSED and TLS_UNTRUSTED promise that nothing was sent. An unknown error is
// therefore CONNECTION_LOST: the request may have arrived.
import { AppError, type ErrorCode } from '../../contract/errors'

interface Rule {
  readonly matches: RegExp
  readonly code: ErrorCode
  /** Replaces `code` for a change, where the same failure may also happen after the request was sent. */
  readonly codeForChange?: ErrorCode
  readonly message: string
}

const lost = 'The response was incomplete.'

const rules: readonly Rule[] = [
  {
    matches:
      /^(ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION_FAILED|ERR_DNS_\w+|ERR_ICANN_NAME_COLLISION|ENOTFOUND|EAI_\w+)$/,
    code: 'NAME_NOT_FOUND',
    message: 'No host with this name was found.',
  },
  {
    matches: /^(ERR_PROXY_\w+|ERR_TUNNEL_CONNECTION_FAILED|ERR_SOCKS_\w+|ERR_(MANDATORY_)?PROXY\w*|ERR_PAC_\w+)$/,
    code: 'CONNECTION_REFUSED',
    message: 'The proxy refused the connection.',
  },
  {
    matches: /^(ERR_INTERNET_DISCONNECTED|ENETUNREACH|ENETDOWN)$/,
    code: 'CONNECTION_REFUSED',
    // A connection that was open ends so as well, after the request was sent.
    codeForChange: 'CONNECTION_LOST',
    message: 'This computer is offline.',
  },
  {
    matches: /^(ERR_ADDRESS_\w+|ERR_NETWORK_ACCESS_DENIED|EHOSTUNREACH|EHOSTDOWN|EADDRNOTAVAIL)$/,
    code: 'CONNECTION_REFUSED',
    codeForChange: 'CONNECTION_LOST',
    message: 'This address can’t be reached.',
  },
  {
    matches: /^(ERR_CONNECTION_REFUSED|ERR_CONNECTION_FAILED|ERR_UNSAFE_PORT|ECONNREFUSED)$/,
    code: 'CONNECTION_REFUSED',
    message: 'No service is running at this address.',
  },
  {
    matches:
      /^(ERR_CERT_\w+|ERR_CERTIFICATE_\w+|CERT_\w+|ERR_TLS_CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_(GET|VERIFY|DECRYPT|DECODE)_\w+|CRL_\w+|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)$/,
    code: 'TLS_UNTRUSTED',
    message: 'The service’s certificate isn’t trusted.',
  },
  {
    matches: /^(ERR_SSL_\w+|ERR_TLS_\w+|ERR_BAD_SSL_\w+|ERR_ECH_\w+|EPROTO)$/,
    code: 'TLS_UNTRUSTED',
    // Usually a failed handshake, but a broken record or a late alert has the same codes.
    codeForChange: 'CONNECTION_LOST',
    message: 'The service doesn’t support https correctly.',
  },
  {
    matches: /^(ERR_(CONNECTION_)?TIMED_OUT|ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ESOCKETTIMEDOUT)$/,
    code: 'TIMEOUT',
    message: 'The request timed out.',
  },
  {
    matches: /^(ERR_UNSAFE_REDIRECT|ERR_TOO_MANY_REDIRECTS|ERR_INVALID_REDIRECT)$/,
    code: 'REDIRECTED',
    message: 'The response was a redirect.',
  },
  {
    matches: /^(ERR_CONTENT_DECODING_\w+|Z_\w+|ERR_\w*BROTLI\w*|ERR__ERROR_\w+)$/,
    code: 'CONNECTION_LOST',
    message: 'The response was corrupted.',
  },
]

/** The messages of the two stacks for a refused redirect (`redirect: 'error'`); neither gives a code. */
const redirectMessages = [/^unexpected redirect$/i, /^Attempted to redirect, but redirect policy was/i]

/** Whether the request may have arrived matters only for a change. */
export type Purpose = 'read' | 'change'

/** Returns an AppError unchanged. */
export function networkError(error: unknown, purpose: Purpose): AppError {
  if (error instanceof AppError) return error
  const chain = causes(error)
  const codes = chain.flatMap(codesOf)
  for (const { matches, code, codeForChange, message } of rules) {
    if (!codes.some((name) => matches.test(name))) continue
    return new AppError(purpose === 'change' ? (codeForChange ?? code) : code, message)
  }
  if (chain.some((link) => redirectMessages.some((pattern) => pattern.test(link.message)))) {
    return new AppError('REDIRECTED', 'The response was a redirect.')
  }
  return new AppError('CONNECTION_LOST', lost)
}

/** The error, its causes, and the members of an AggregateError (one per address that was tried). */
function causes(error: unknown, depth = 0): readonly Error[] {
  if (!(error instanceof Error) || depth > 5) return []
  const members = error instanceof AggregateError ? error.errors : []
  return [error, ...[error.cause, ...members].flatMap((inner) => causes(inner, depth + 1))]
}

function codesOf(error: Error): readonly string[] {
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  return [...own, ...Array.from(error.message.matchAll(/net::(ERR_\w+)/g), (match) => match[1] ?? '')]
}
