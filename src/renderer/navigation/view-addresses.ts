// Which workspace an address belongs to, and where each view and workspace was left in this run of the app, so that filters
// and the open record are as they were on coming back. In memory only: an address may hold the words of a search.
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, useLocation } from 'react-router'
import { workspaceKey } from '../../contract/workspace-key'
import { keptUntilForgotten, onForgotten } from '../client/forgetting'
import { activeWorkspaceNow, useActiveWorkspace } from '../client/workspace'

const left = keptUntilForgotten(new Map<string, string>())
const leftPlaces = keptUntilForgotten(new Map<string, string>())

/** The current workspace and view, for callers outside React. */
let here = { placeKey: '', view: '' }

/** Forgets all addresses, as a page that starts anew knows none; tests share one page and start it anew for each. */
export function forgetAddresses(): void {
  left.clear()
  leftPlaces.clear()
  owners.clear()
  here = { placeKey: '', view: '' }
}

/** The view of a path, which is its first part. */
export const viewOf = (pathname: string) => pathname.split('/')[1] ?? ''

/** Parameter that says which saved view a list was opened by, so that changes can be saved to it. Links do not carry it. */
export const viewParameter = 'view'

/** Views that always open at their plain address. */
const notKept = new Set(['', 'settings', 'connect'])

/** Coming back to a view does not open its form again. */
function withoutForms(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('new')
  params.delete('edit')
  params.delete('goals')
  return params.size === 0 ? '' : `?${params}`
}

function usePlaceKey(): string {
  const active = useActiveWorkspace()
  return active === null ? '' : workspaceKey(active.workspace.ref)
}

/** Used once, by the app shell. */
export function useKeptAddresses(): void {
  const { pathname, search } = useLocation()
  const placeKey = usePlaceKey()
  const isOfAnother = useIsAddressOfAnother(placeKey)
  const query = withoutForms(search)
  const route = `${pathname}${query}`
  const last = useRef<string | null>(null)
  /** The saved view that the address names, and its query when it was opened. */
  const opened = useRef<{ readonly savedView: string | null; readonly query: string } | null>(null)
  // In step with rendering: the native menu may ask in the same moment.
  useLayoutEffect(() => {
    here = { placeKey, view: viewOf(pathname) }
  }, [placeKey, pathname])
  useEffect(() => {
    // Right after another workspace was opened, the address is still that of the last one.
    if (route === last.current) return
    last.current = route
    // The Back key led to an address of another workspace: this one was not left there.
    if (isOfAnother) return
    const view = viewOf(pathname)
    if (notKept.has(view)) return
    const savedView = new URLSearchParams(query).get(viewParameter)
    if (savedView !== opened.current?.savedView) opened.current = { savedView, query }
    // A saved view has a link of its own, so that of its list leads to the list as it was left before; but filters that were
    // changed in the view would be lost.
    const isAsSaved = savedView !== null && opened.current.query === query
    if (!isAsSaved) left.set(`${placeKey} ${view}`, route)
    leftPlaces.set(placeKey, route)
  }, [route, pathname, query, placeKey, isOfAnother])
}

function addressFrom(from: typeof here, path: string): string {
  const view = viewOf(path)
  return view === from.view ? path : (left.get(`${from.placeKey} ${view}`) ?? path)
}

/** Gives the address to go to for a path: its view as it was left; within that view, the path itself. */
export function useViewAddress(): (path: string) => string {
  const { pathname } = useLocation()
  const placeKey = usePlaceKey()
  return (path) => addressFrom({ placeKey, view: viewOf(pathname) }, path)
}

/** Where the open workspace was left; the insights where it was not seen yet. */
export function useLeftAddress(): string {
  return leftPlaces.get(usePlaceKey()) ?? '/insights'
}

/** The address that leads to where the open workspace was left. */
export const asLeft = '/'

/** Whether a view goes there by itself when another workspace is opened (see router.tsx); other views have to be told. */
export const goesAsLeft = (pathname: string) => !notKept.has(viewOf(pathname))

/** Like `useViewAddress`, for requests of main. */
export const viewAddressNow = (path: string) => addressFrom(here, path)

/** Where to go after main has opened another workspace; null: the page goes there by itself. */
export function leftAddressNow(): string | null {
  // Before the first render, "/" would be taken for a start of the app, which goes on where the last one ended.
  if (here.placeKey === '') return '/insights'
  return goesAsLeft(`/${here.view}`) ? null : asLeft
}

/** More entries than anyone goes back through. */
const mostKeys = 500

/** By key of the history entry, the workspace that was open when it was made. Ids in its address mean nothing in another. */
const owners = new Map<string, string>()

/** Owner of addresses in a forgotten environment; no workspace has this key. */
const forgotten = 'forgotten'

// The Back key must not lead to search words of a forgotten environment, even if the same workspace is connected again.
onForgotten((isForgotten) => {
  for (const [key, owner] of owners) if (isForgotten(owner)) owners.set(key, forgotten)
})

function own(key: string, placeKey: string): void {
  if (owners.has(key)) return
  owners.set(key, placeKey)
  const [oldest] = owners.keys()
  if (owners.size > mostKeys && oldest !== undefined) owners.delete(oldest)
}

interface Going {
  readonly location: Location
  readonly navigation: { readonly location?: Location | undefined }
}

/** Called by the router: a view may load for a while, and another workspace may be opened before it is rendered. */
export function ownAddress({ location, navigation }: Going, queryClient: QueryClient): void {
  const active = activeWorkspaceNow(queryClient)
  if (active !== null) own((navigation.location ?? location).key, workspaceKey(active.workspace.ref))
}

/** Whether the address belongs to another workspace, so that nothing of it may be shown here. */
export function useIsAddressOfAnother(placeKey: string): boolean {
  const { key } = useLocation()
  const owner = owners.get(key)
  // Only for the first address, to which the router did not navigate.
  useEffect(() => own(key, placeKey), [key, placeKey])
  return owner !== undefined && owner !== placeKey
}
