// Turns the pushes of main into the state of the query cache.
import { notifyManager, type QueryClient, type QueryFilters } from '@tanstack/react-query'
import type { EnvironmentList } from '../../contract/features/environments'
import type { WorkspaceRef } from '../../contract/workspace'
import { client, onEvent } from '../client/bridge'
import { saveBeforeClosing } from '../client/closing'
import { queryOptionsFor } from '../client/queries'
import { isAbout, keepSyncStatus } from '../client/sync-status'
import { asLeft, leftAddressNow, viewAddressNow } from '../navigation/view-addresses'
import { announce } from '../ui/announce'
import { goNow } from '../ui/current-location'
import { isModalOpen } from '../ui/is-modal-open'
import { notifyStatus } from '../ui/notify'
import { appTexts, settledText } from './app-words'

/**
 * Queries that depend on the environments, beside their list: the notices report on a library or a keychain, a forgotten
 * environment takes its data and its activity along, and the address of a text file begins with the service's.
 */
const ofEnvironments: ReadonlySet<string> = new Set(['shell.info', 'environments.measure', 'knowledge.get'])

const isOfAllWorkspaces = (input: unknown) => (input as { workspace?: unknown } | undefined)?.workspace === null

/**
 * Reads queries again. `invalidateQueries` does not repeat a first read under way, whose answer, older than the push, would
 * count as fresh: it is read again after that. It is not cancelled, as callers waiting for it would fail.
 */
function readAgain(queryClient: QueryClient, filters: QueryFilters): void {
  const reads = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
  const firstReads = reads.filter(({ state }) => state.data === undefined)
  void queryClient.invalidateQueries(filters)
  for (const query of firstReads) {
    const again = () => void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    // Joins the read under way.
    query.fetch().then(again, again)
  }
}

/** Measures the data kept of an environment again, where its size is on screen. */
function measureAgain(queryClient: QueryClient, { environment }: WorkspaceRef): void {
  readAgain(queryClient, { queryKey: queryOptionsFor('environments', 'measure', { environment }).queryKey })
}

/**
 * Goes to an address after earlier pushes are rendered: until then the page would take it for one of another workspace. Main
 * holds back addresses that lead away from a dialog; one may have opened in the same moment.
 */
function goTo(address: string): void {
  notifyManager.schedule(() => {
    if (isModalOpen()) announce(appTexts.closeDialogFirst)
    else if (!goNow(address)) window.location.hash = address
  })
}

/** Queries computed from the day and all records of `computedFrom`: some megabytes for a large workspace. */
const computed: ReadonlySet<string> = new Set([
  ...['priorities.rows', 'priorities.titles'],
  ...['thisWeek.get', 'thisWeek.trends'],
  ...['map.top', 'map.branch'],
])
const computedFrom = ['insights', 'opportunities', 'outcomes', 'solutions', 'feedback']

function isReadAnew(feature: string, method: string, changed: readonly string[]): boolean {
  const name = `${feature}.${method}`
  if (computed.has(name)) return changed.some((each) => computedFrom.includes(each))
  // A saved view may be one of any list.
  return changed.includes(feature) || name === 'savedViews.counts'
}

/** Whether a library left memory, where it kept no typed text because the disk was full. */
function hasLeftMemory(before: EnvironmentList | undefined, now: EnvironmentList): boolean {
  const onDisk = new Set(now.environments.flatMap(({ name, library }) => (library === 'encrypted' ? [name] : [])))
  return before?.environments.some(({ name, library }) => library === 'memory' && onDisk.has(name)) === true
}

const dayCheckMs = 60_000

/** The local day, which weeks follow, and the day of UTC, which "recent" follows. */
function today(): string {
  const now = new Date()
  return `${now.toDateString()} ${now.toISOString().slice(0, 10)}`
}

const timeZoneNow = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Reads again each day, as the week and "recent" change with it: a window may stay open for weeks. Tells main when the
 * computer is in another time zone, and reads again then. Returns the stop.
 */
export function readAnewEachDay(queryClient: QueryClient): () => void {
  const readDays = () =>
    readAgain(queryClient, {
      predicate: ({ queryKey: [feature, method] }) => isReadAnew(String(feature), String(method), computedFrom),
    })
  let [day, timeZone] = [today(), timeZoneNow()]
  const timer = setInterval(() => {
    const [lastDay, lastTimeZone] = [day, timeZone]
    day = today()
    timeZone = timeZoneNow()
    if (timeZone !== lastTimeZone) void client.shell.setTimeZone({ timeZone }).then(readDays, readDays)
    else if (day !== lastDay) readDays()
  }, dayCheckMs)
  return () => clearInterval(timer)
}

/** Returns the function that stops listening. */
export function listenForPushes(queryClient: QueryClient): () => void {
  const stops = [
    onEvent('shell.closing', () => {
      void saveBeforeClosing().then(() => client.shell.readyToClose({}))
    }),
    onEvent('library.changed', ({ workspace, features }) => {
      readAgain(queryClient, {
        predicate: ({ queryKey: [feature, method, input] }) =>
          isReadAnew(String(feature), String(method), features) && isAbout(input, workspace),
      })
      measureAgain(queryClient, workspace)
    }),
    onEvent('library.stopped', ({ isStopped }) => {
      const { queryKey } = queryOptionsFor('shell', 'info', {})
      queryClient.setQueryData(queryKey, (info) => info && { ...info, isLibraryStopped: isStopped })
      if (isStopped) return
      // Saves pending text first, as newly read text may be shown in its place.
      void saveBeforeClosing().then(() => readAgain(queryClient, {}))
    }),
    onEvent('environments.changed', (list) => {
      const { queryKey } = queryOptionsFor('environments', 'list', {})
      const isBackOnDisk = hasLeftMemory(queryClient.getQueryData(queryKey), list)
      queryClient.setQueryData(queryKey, list)
      if (isBackOnDisk) void saveBeforeClosing()
      readAgain(queryClient, {
        predicate: ({ queryKey: [feature, method, input] }) =>
          ofEnvironments.has(`${feature}.${method}`) || (feature === 'activity' && isOfAllWorkspaces(input)),
      })
    }),
    onEvent('sync.changed', (status) => {
      keepSyncStatus(queryClient, status)
      if (status.state !== 'syncing') measureAgain(queryClient, status.workspace)
    }),
    onEvent('network.changed', () =>
      readAgain(queryClient, { queryKey: queryOptionsFor('network', 'read', {}).queryKey }),
    ),
    onEvent('changes.settled', (settled) => {
      const environments = queryClient.getQueryData(queryOptionsFor('environments', 'list', {}).queryKey)
      // The colours of Review and send.
      notifyStatus(settledText(settled, environments), settled.rejected === 0 ? 'green' : 'yellow')
    }),
    onEvent('shell.linkWaits', () => notifyStatus('A link is waiting. It opens when you close this dialog.')),
    // The router follows the address. If it is not there yet, it begins at this address.
    onEvent('shell.navigate', ({ to }) => {
      const address = to === asLeft ? leftAddressNow() : to
      if (address?.startsWith('/')) goTo(address)
    }),
    onEvent('shell.openView', ({ view }) => goTo(viewAddressNow(`/${view}`))),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
