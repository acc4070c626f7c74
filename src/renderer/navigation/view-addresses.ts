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

/** A page that starts anew knows no address; tests share one page and start it anew for each. */
export function forgetAddresses(): void {
  left.clear()
  leftPlaces.clear()
  owners.clear()
  here = { placeKey: '', view: '' }
}

/** The first part of its path. */
export const viewOf = (pathname: string) => pathname.split('/')[1] ?? ''

/** Each is gone to as a whole. */
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
  const route = `${pathname}${withoutForms(search)}`
  const last = useRef<string | null>(null)
  // In step with rendering: the native menu may ask in the same moment.
  useLayoutEffect(() => {
    here = { placeKey, view: viewOf(pathname) }
  }, [placeKey, pathname])
  useEffect(() => {
    // When another workspace was opened, the address is that of the last one still.
    if (route === last.current) return
    last.current = route
    // The Back key led to what was shown in another workspace: this one was not left there.
    if (isOfAnother) return
    const view = viewOf(pathname)
    if (notKept.has(view)) return
    left.set(`${placeKey} ${view}`, route)
    leftPlaces.set(placeKey, route)
  }, [route, pathname, placeKey, isOfAnother])
}

function addressFrom(from: typeof here, path: string): string {
  const view = viewOf(path)
  return view === from.view ? path : (left.get(`${from.placeKey} ${view}`) ?? path)
}

/** Gives the address to go to for the view of a path: as it was left; in the view itself, the plain one. */
export function useViewAddress(): (path: string) => string {
  const { pathname } = useLocation()
  const placeKey = usePlaceKey()
  return (path) => addressFrom({ placeKey, view: viewOf(pathname) }, path)
}

/** Where the open workspace was left; the insights where it was not seen yet. */
export function useLeftAddress(): string {
  return leftPlaces.get(usePlaceKey()) ?? '/insights'
}

/** The address that leads there. */
export const asLeft = '/'

/** A view of a workspace goes there by itself when another one is opened (see router.tsx); any other has to be told. */
export const goesAsLeft = (pathname: string) => !notKept.has(viewOf(pathname))

/** The same, for what main asks for. */
export const viewAddressNow = (path: string) => addressFrom(here, path)

/** Where to go after main has opened another workspace; null: the page is on its way. */
export function leftAddressNow(): string | null {
  // Before the first render, "/" would be taken for a start of the app, which goes on where the last one ended.
  if (here.placeKey === '') return '/insights'
  return goesAsLeft(`/${here.view}`) ? null : asLeft
}

/** Further back nobody goes, and each row that is looked at has a key of its own. */
const mostKeys = 500

/** By key of the history entry: the workspace that was open when its address was gone to. Ids in it mean nothing in another. */
const owners = new Map<string, string>()

/** Of no workspace. */
const forgotten = 'forgotten'

// The Back key must not lead to the words of a search there, also when the same workspace is connected again.
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

/** For the router to call: its view may load for a while, and another workspace be opened before it is rendered. */
export function ownAddress({ location, navigation }: Going, queryClient: QueryClient): void {
  const active = activeWorkspaceNow(queryClient)
  if (active !== null) own((navigation.location ?? location).key, workspaceKey(active.workspace.ref))
}

/** Whether the address is one of another workspace, so that nothing may be shown of it here. */
export function useIsAddressOfAnother(placeKey: string): boolean {
  const { key } = useLocation()
  const owner = owners.get(key)
  // Only for the first address, to which the router did not navigate.
  useEffect(() => own(key, placeKey), [key, placeKey])
  return owner !== undefined && owner !== placeKey
}
