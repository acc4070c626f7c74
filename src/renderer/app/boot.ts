// What has to be known before the first render, asked for at once and in parallel, so that the first frame is the
// right one: which workspace is open, how the person likes the window, and which view they left.
import type { QueryClient } from '@tanstack/react-query'
import { Preferences } from '../../contract/features/preferences'
import { queryOptionsFor } from '../client/queries'
import { listenForPushes } from './pushes'
import { reportModalState } from './report-modal-state'

export async function boot(queryClient: QueryClient): Promise<void> {
  listenForPushes(queryClient)
  reportModalState()
  const readPreferences = queryOptionsFor('preferences', 'read', {})
  await Promise.all([
    queryClient.prefetchQuery(queryOptionsFor('environments', 'list', {})),
    queryClient.prefetchQuery(queryOptionsFor('shell', 'info', {})),
    queryClient.prefetchQuery(readPreferences),
    loadTypeface(),
  ])
  // Preferences that cannot be read must not keep anybody out of their data.
  const preferences = queryClient.getQueryData(readPreferences.queryKey) ?? Preferences.parse({})
  queryClient.setQueryData(readPreferences.queryKey, preferences)
  const isFreshWindow = window.location.hash === '' || window.location.hash === '#/'
  if (isFreshWindow) window.history.replaceState(null, '', `#${preferences.lastRoute}`)
}

/** Read beside the calls, so that no text is drawn twice. Without it the system's typeface is used. */
async function loadTypeface(): Promise<void> {
  await document.fonts.load('1rem "Inter Variable"').catch(() => [])
}
