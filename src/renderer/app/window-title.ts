import { useEffect } from 'react'
import type { OpenPlace } from '../client/workspace'
import { environmentIdentity } from '../ui/environment-identity'

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
