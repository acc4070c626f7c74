// Where the person is, kept so that the next start continues there. Saved after a pause, as filters change while one
// types. The connect form is no place to come back to.
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { usePreferences, useSavePreferences } from './preferences'

const pauseMs = 400
const longestRoute = 4000

export function useKeptRoute(): void {
  const { pathname, search } = useLocation()
  const { lastRoute } = usePreferences()
  const save = useSavePreferences()
  const route = `${pathname}${search}`

  useEffect(() => {
    if (route === lastRoute || route.length > longestRoute || pathname === '/' || pathname === '/connect') return
    const timer = setTimeout(() => save({ lastRoute: route }), pauseMs)
    return () => clearTimeout(timer)
  }, [route, pathname, lastRoute, save])
}
