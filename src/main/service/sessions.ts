// Chooses the Electron session of a request. When a reused connection closes without an answer, Chromium repeats the
// request on its own, whatever its method, so a change could be made twice without the journal's knowledge. It does not
// repeat a request on a fresh connection: changes therefore have sessions of their own, and each starts without open
// connections.
import type { Session } from 'electron'
import { AppError } from '../../contract/errors'
import type { EnvironmentName } from '../../contract/workspace'
import { isLoopback } from './address'
import type { Fetch } from './client'

type ServiceSession = Pick<Session, 'fetch' | 'closeAllConnections'>

/**
 * `open` returns the same session for the same name. Changes of one environment must be sent one after another, as the
 * changes does: each closes the connections of the one before.
 *
 * A network that is lost during a change gives the same error as one that was gone before, and leaves its outcome unknown.
 * So a computer that is known to be offline sends none.
 */
export function fetchThroughSessions(open: (name: string) => ServiceSession, isOnline: () => boolean): Fetch {
  const reading = open('service')
  const changing = (environment: EnvironmentName) => open(`service-changes-${environment}`)

  return async (url, init, environment) => {
    if (init.method === 'GET') return reading.fetch(url, init)
    if (!isOnline() && !isLoopback(new URL(url).hostname)) {
      throw new AppError('CONNECTION_REFUSED', 'This computer is offline.')
    }
    const session = changing(environment)
    await session.closeAllConnections()
    return session.fetch(url, init)
  }
}
