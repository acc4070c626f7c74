// Which of Electron's sessions a request goes through. Chromium sends a request once more by itself when a connection
// that was used before closes without an answer, whatever its method; a change would be made twice behind the journal's
// back. On a connection of its own it is sent once, so changes have sessions apart from the lists', and none of their
// connections outlives a change.
import type { Session } from 'electron'
import type { EnvironmentName } from '../../contract/workspace'
import type { Fetch } from './client'

type ServiceSession = Pick<Session, 'fetch' | 'closeAllConnections'>

/**
 * `open` gives the session of a name, the same one each time. Changes of one environment must come one after another,
 * as they do out of its lane: each closes what is left of the one before.
 */
export function fetchThroughSessions(open: (name: string) => ServiceSession): Fetch {
  const reading = open('service')
  const changing = (environment: EnvironmentName) => open(`service-changes-${environment}`)

  return async (url, init, environment) => {
    if (init.method === 'GET') return reading.fetch(url, init)
    const session = changing(environment)
    await session.closeAllConnections()
    return session.fetch(url, init)
  }
}
