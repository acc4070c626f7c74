// The person's last route, kept so that the next start continues there. Saved at once, so that quitting right afterwards
// loses nothing. Only the parts that change with every key, the text of the search and the open row, are saved after a pause.
// The connect form is no place to come back to.
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { client } from '../client/bridge'
import { onClosing } from '../client/closing'
import { usePreference, useSavePreferences } from '../client/preferences'

const pauseMs = 400
const longestRoute = 4000

/** The part of a route that changes when a person decides something, not with every key. */
function settledPart(route: string): string {
  const [path = '', query] = route.split('?')
  const params = new URLSearchParams(query)
  params.delete('q')
  return `${path.split('/')[1]}?${params}`
}

export function useKeptRoute(): void {
  const { pathname, search } = useLocation()
  const lastRoute = usePreference('lastRoute')
  const save = useSavePreferences()
  const route = `${pathname}${search}`

  useEffect(() => {
    if (route === lastRoute || route.length > longestRoute || pathname === '/' || pathname === '/connect') return
    if (settledPart(route) !== settledPart(lastRoute)) {
      save({ lastRoute: route })
      return
    }
    const timer = setTimeout(() => save({ lastRoute: route }), pauseMs)
    const stop = onClosing(() => client.preferences.save({ lastRoute: route }))
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [route, pathname, lastRoute, save])
}
