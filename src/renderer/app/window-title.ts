import { useEffect } from 'react'
import { environmentIdentity } from '../ui/environment-identity'
import type { OpenPlace } from './workspace'

/** Main takes the page's title for the window's. */
export function useWindowTitle(place: OpenPlace | null): void {
  const title =
    place === null
      ? 'Discovery Desk'
      : `Discovery Desk — ${environmentIdentity[place.environment.name].label} — ${place.workspace.name}`
  useEffect(() => {
    document.title = title
  }, [title])
}
