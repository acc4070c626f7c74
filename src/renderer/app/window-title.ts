import { useEffect } from 'react'
import type { ActiveWorkspace } from '../client/workspace'
import { environmentIdentity } from '../ui/environment-identity'

/** Main takes the page's title for the window's. */
export function useWindowTitle(active: ActiveWorkspace | null): void {
  const title =
    active === null
      ? 'Discovery Desk'
      : `Discovery Desk — ${environmentIdentity[active.environment.name].label} — ${active.workspace.name}`
  useEffect(() => {
    document.title = title
  }, [title])
}
