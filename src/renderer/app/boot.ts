// Reads the data for the first render at once and in parallel, so that the first frame is the right one: the open workspace,
// the preferences, and the view that the person left; then the first rows of that view.
import type { QueryClient } from '@tanstack/react-query'
import type { Preferences } from '../../contract/features/preferences'
import { insightCounts, queryOptionsFor } from '../client/queries'
import { firstInsightPage } from '../features/insights'
import { listenForPushes, readAnewEachDay } from './pushes'
import { reportModalState } from './report-modal-state'

export async function boot(queryClient: QueryClient): Promise<void> {
  listenForPushes(queryClient)
  readAnewEachDay(queryClient)
  reportModalState()
  const readPreferences = queryOptionsFor('preferences', 'read', {})
  await Promise.all([
    queryClient.prefetchQuery(queryOptionsFor('environments', 'list', {})),
    queryClient.prefetchQuery(queryOptionsFor('shell', 'info', {})),
    queryClient.prefetchQuery(readPreferences),
    loadTypeface(),
  ])
  // Preferences that cannot be read must not keep anybody out of their data.
  const preferences = queryClient.getQueryData(readPreferences.queryKey) ?? (await defaultPreferences())
  queryClient.setQueryData(readPreferences.queryKey, preferences)
  const isFreshWindow = window.location.hash === '' || window.location.hash === '#/'
  if (isFreshWindow) window.history.replaceState(null, '', `#${preferences.lastRoute}`)
  await readFirstRows(queryClient)
}

/** A library that is still being opened must not keep the window empty: the view waits for its rows then. */
const longestWaitMs = 200

/** Reads the rows of the first frame into the query cache, where every push reaches them, as if the view had asked. */
async function readFirstRows(queryClient: QueryClient): Promise<void> {
  const workspace = queryClient.getQueryData(queryOptionsFor('environments', 'list', {}).queryKey)?.active
  if (!workspace) return
  const page = firstInsightPage(workspace, window.location.hash.slice(1))
  if (page === null) return
  const rows = Promise.all([queryClient.prefetchQuery(page), queryClient.prefetchQuery(insightCounts(workspace))])
  await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, longestWaitMs))])
}

/** Loads beside the calls, so that no text is drawn twice. Without it the system's typeface is used. */
async function loadTypeface(): Promise<void> {
  await document.fonts.load('1rem "Inter Variable"').catch(() => [])
}

/** The schema with the defaults is not part of the first script. */
async function defaultPreferences(): Promise<Preferences> {
  const { Preferences } = await import('../../contract/features/preferences')
  return Preferences.parse({})
}
