// Chooses the Electron session of a request. When a reused connection closes without an answer, Chromium repeats the
// request on its own, whatever its method, so a change could be made twice without the journal's knowledge. It does not
// repeat a request on a fresh connection, except over HTTP/3, which index.ts turns off: changes therefore have sessions of
// their own, and each starts without open connections.
//
// A service on this computer has sessions of its own that know no proxy, whatever the settings or the system say: its token
// goes over plain http, which a proxy could read.
import type { Session } from 'electron'
import { AppError } from '../../contract/errors'
import type { EnvironmentName } from '../../contract/workspace'
import { isLoopback } from './address'
import type { Fetch } from './client'

export type ServiceSession = Pick<Session, 'closeAllConnections'>

export interface SessionsDeps<S extends ServiceSession> {
  /** The same session for the same name, ready to be used. `here`: without a proxy. */
  readonly open: (name: string, way: 'here' | 'network') => Promise<S>
  readonly isOnline: () => boolean
  readonly send: (session: S, url: string, init: RequestInit) => Promise<Response>
  /** Returns a check that throws when the environment is locked, or was since. */
  readonly watchLock: (environment: EnvironmentName) => () => void
  /** Throws PROXY_SIGN_IN. */
  readonly signInToProxy: (session: S, origin: string) => Promise<void>
}

/**
 * Changes of one environment must be sent one after another, as `changes` does: each closes the connections of the one
 * before.
 *
 * A network that is lost during a change gives the same error as one lost before it, and leaves the outcome unknown.
 * So a computer that is known to be offline sends no change.
 */
export function fetchThroughSessions<S extends ServiceSession>(deps: SessionsDeps<S>): Fetch {
  return async (url, init, environment) => {
    const { hostname, origin } = new URL(url)
    const way = isLoopback(hostname) ? 'here' : 'network'
    const isChange = init.method !== 'GET'
    if (isChange && way === 'network' && !deps.isOnline()) {
      throw new AppError('CONNECTION_REFUSED', 'This computer is offline.')
    }
    // Begins before steps that may take seconds: setting a proxy, or its sign-in.
    const assertUnlocked = isChange ? deps.watchLock(environment) : null
    const session = await deps.open(isChange ? `service-changes-${environment}` : 'service', way)
    const send = async () => {
      // Also after those steps: a change that was given up meanwhile must not close the connection of the next one.
      init.signal?.throwIfAborted()
      if (isChange) await session.closeAllConnections()
      assertUnlocked?.()
      return deps.send(session, url, init)
    }
    return way === 'here' ? send() : sendThroughProxy(send, () => deps.signInToProxy(session, origin))
  }
}

/** Sends, and sends once more after `signIn` if a proxy asks for a name and password. Throws PROXY_SIGN_IN. */
export async function sendThroughProxy(send: () => Promise<Response>, signIn: () => Promise<void>): Promise<Response> {
  const response = await send()
  if (response.status !== 407) return response
  // Over https a 407 comes from the proxy, before the service heard anything: Chromium turns a service's own into an error.
  await response.body?.cancel().catch(() => undefined)
  await signIn()
  const signedIn = await send()
  if (signedIn.status !== 407) return signedIn
  await signedIn.body?.cancel().catch(() => undefined)
  throw new AppError('PROXY_SIGN_IN', 'The proxy requires a name and password.')
}
