// Single steps towards a service over Node's sockets: look up a name, open a connection, ask a proxy for one, shake hands
// over TLS. They carry no token. Whether a certificate is trusted is for Chromium to say, which reads the system's store:
// the handshake here accepts any, only to read the names in it, and sends no request.
import { lookup } from 'node:dns/promises'
import { request } from 'node:http'
import { isIP, connect as openSocket, type Socket } from 'node:net'
import { checkServerIdentity, type DetailedPeerCertificate, connect as startTls, type TLSSocket } from 'node:tls'
import type { Clock } from '../clock'
import { timedOut, withTimeout } from '../schedule/with-timeout'

export interface Host {
  /** Without the brackets of an IPv6 address. */
  readonly host: string
  readonly port: number
}

export interface ProbeContext {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** For each step. */
  readonly limitMs: number
}

/** refused: nothing listens. closed: the other side hung up. failed: anything else, such as no TLS. */
export type ProbeFailure = 'notFound' | 'refused' | 'unreachable' | 'timeout' | 'closed' | 'failed' | 'cancelled'

export class ProbeError extends Error {
  readonly failure: ProbeFailure

  constructor(failure: ProbeFailure) {
    super(failure)
    this.name = 'ProbeError'
    this.failure = failure
  }
}

const failures: Readonly<Record<string, ProbeFailure>> = {
  ENOTFOUND: 'notFound',
  EAI_AGAIN: 'notFound',
  EAI_NODATA: 'notFound',
  EAI_NONAME: 'notFound',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
}

function failureOf(error: unknown): ProbeError {
  if (error instanceof ProbeError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // With several addresses Node throws all their errors together; the first is as good as any.
  const inner = error instanceof AggregateError ? error.errors[0] : undefined
  return inner === undefined ? new ProbeError(failures[code] ?? 'failed') : failureOf(inner)
}

/** Waits for `work` until it settles, the time is over or the check is cancelled. `cleanUp` runs unless it succeeded. */
async function within<T>({ clock, signal, limitMs }: ProbeContext, work: Promise<T>, cleanUp: () => void): Promise<T> {
  let cancel = () => {}
  const cancelled = new Promise<never>((_, reject) => {
    cancel = () => reject(new ProbeError('cancelled'))
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
  })
  try {
    const result = await withTimeout(clock, limitMs, Promise.race([cancelled, work]))
    if (result === timedOut) throw new ProbeError('timeout')
    return result
  } catch (error) {
    cleanUp()
    throw failureOf(error)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** The addresses of a name. Throws ProbeError, as all here do. */
export async function lookUp(host: string, context: ProbeContext): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  const found = await within(context, lookup(host, { all: true }), () => {})
  return found.map(({ address }) => address)
}

/** Later errors of a socket that was handed over are for its reader, who may be gone. */
const ignoreLater = (socket: Socket) => socket.on('error', () => undefined)

export function openTcp({ host, port }: Host, context: ProbeContext): Promise<Socket> {
  const socket = openSocket({ host, port })
  const opened = new Promise<Socket>((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })
  ignoreLater(socket)
  return within(context, opened, () => socket.destroy())
}

export interface TunnelAnswer {
  readonly status: number
  /** The proxy's sign-in schemes, in lower case: basic, ntlm, negotiate. */
  readonly schemes: readonly string[]
}

/** Asks the proxy behind `socket` for a connection to `to`. At status 200 the socket leads there. */
export function askForTunnel(
  socket: Socket,
  to: Host,
  signIn: { readonly name: string; readonly password: string } | null,
  context: ProbeContext,
): Promise<TunnelAnswer> {
  const authority = `${isIP(to.host) === 6 ? `[${to.host}]` : to.host}:${to.port}`
  const credentials = signIn && Buffer.from(`${signIn.name}:${signIn.password}`, 'utf8').toString('base64')
  const answered = new Promise<TunnelAnswer>((resolve, reject) => {
    const asking = request({
      method: 'CONNECT',
      path: authority,
      headers: { Host: authority, ...(credentials ? { 'Proxy-Authorization': `Basic ${credentials}` } : {}) },
      createConnection: () => socket,
    })
    asking.once('connect', ({ statusCode = 0, rawHeaders }, _socket, head) => {
      if (head.length > 0) socket.unshift(head)
      resolve({ status: statusCode, schemes: schemesIn(rawHeaders) })
    })
    asking.once('response', ({ statusCode = 0, rawHeaders }) =>
      resolve({ status: statusCode, schemes: schemesIn(rawHeaders) }),
    )
    asking.once('error', reject)
    asking.end()
  })
  return within(context, answered, () => socket.destroy())
}

function schemesIn(rawHeaders: readonly string[]): readonly string[] {
  const challenges = rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === 'proxy-authenticate')
  return challenges.map((challenge) => /^[\w-]+/.exec(challenge.trim())?.[0].toLowerCase() ?? '')
}

export interface CertificateNames {
  readonly subject: string
  readonly issuer: string
}

export interface TlsFacts {
  readonly version: string
  /** The certificate of the service first, then those that vouch for it, as far as the service sent them. */
  readonly chain: readonly CertificateNames[]
  /** Names that the certificate is good for. */
  readonly names: readonly string[]
  readonly isForHost: boolean
  readonly validFrom: Date
  readonly validTo: Date
}

export function shakeHands(socket: Socket, host: string, context: ProbeContext): Promise<TlsFacts> {
  const name = isIP(host) === 0 ? { servername: host } : {}
  const secured = new Promise<TlsFacts>((resolve, reject) => {
    // Only the names are read, and nothing is sent: see above.
    const secure: TLSSocket = startTls({ socket, ...name, rejectUnauthorized: false }, () => {
      resolve(factsOf(secure, host))
      secure.destroy()
    })
    secure.once('error', reject)
    secure.once('close', () => reject(new ProbeError('closed')))
  })
  return within(context, secured, () => socket.destroy())
}

function factsOf(secure: TLSSocket, host: string): TlsFacts {
  const certificate = secure.getPeerCertificate(true)
  return {
    version: (secure.getProtocol() ?? 'TLS').replace('TLSv', 'TLS '),
    chain: chainFrom(certificate),
    names: namesOf(certificate),
    isForHost: checkServerIdentity(host, certificate) === undefined,
    validFrom: new Date(certificate.valid_from),
    validTo: new Date(certificate.valid_to),
  }
}

const longestChain = 10

function chainFrom(leaf: DetailedPeerCertificate): readonly CertificateNames[] {
  const chain: CertificateNames[] = []
  let current: DetailedPeerCertificate | undefined = leaf
  let previous: string | null = null
  while (current?.fingerprint256 && current.fingerprint256 !== previous && chain.length < longestChain) {
    chain.push({ subject: nameIn(current.subject), issuer: nameIn(current.issuer) })
    previous = current.fingerprint256
    current = current.issuerCertificate
  }
  return chain
}

function nameIn(subject: DetailedPeerCertificate['subject'] | undefined): string {
  const { CN, O } = { ...subject } as { CN?: string | readonly string[]; O?: string | readonly string[] }
  return shown([CN ?? O ?? 'no name'].flat().join(', '))
}

function namesOf({ subjectaltname = '' }: DetailedPeerCertificate): readonly string[] {
  const names = Array.from(subjectaltname.matchAll(/(?:DNS|IP Address):([^,\s]+)/g), ([, name = '']) => shown(name))
  return names.slice(0, longestChain)
}

/** A certificate may come from anybody: no control characters, no page-long names. */
const shown = (text: string) => text.replace(/\p{C}/gu, ' ').slice(0, 100)
