// Where each view was left, in this run of the app, and each workspace: whoever comes back finds the filters and the open
// record as they were. In memory only: an address may hold the words of a search.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { workspaceKey } from '../../contract/workspace'
import { useIsAddressOfAnother } from './address-owner'
import { useOpenPlace } from './workspace'

const left = new Map<string, string>()
const leftPlaces = new Map<string, string>()

/** Where the person is, for what asks from outside of the page's parts. */
let here = { placeKey: '', view: '' }

/** A page that starts anew knows no address; tests share one page and start it anew for each. */
export function forgetAddresses(): void {
  left.clear()
  leftPlaces.clear()
  here = { placeKey: '', view: '' }
}

const viewOf = (pathname: string) => pathname.split('/')[1] ?? ''

/** Each is gone to as a whole. */
const notKept = new Set(['', 'settings', 'connect'])

/** A form is opened by whoever wants it, not by coming back. */
function withoutForms(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('new')
  params.delete('edit')
  params.delete('goals')
  return params.size === 0 ? '' : `?${params}`
}

function usePlaceKey(): string {
  const place = useOpenPlace()
  return place === null ? '' : workspaceKey(place.workspace.ref)
}

/** Used once, by the frame. */
export function useKeptAddresses(): void {
  const { pathname, search } = useLocation()
  const placeKey = usePlaceKey()
  const isOfAnother = useIsAddressOfAnother(placeKey)
  const route = `${pathname}${withoutForms(search)}`
  const last = useRef<string | null>(null)
  // With what is drawn: the native menu may ask in the same moment.
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
  // Before anything is drawn, "/" would be taken for a start of the app, which goes on where the last one ended.
  if (here.placeKey === '') return '/insights'
  return goesAsLeft(`/${here.view}`) ? null : asLeft
}
