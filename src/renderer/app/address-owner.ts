// An address belongs to the workspace that it was first shown in: the id in it means nothing in another one. When another
// workspace is opened the address is that of the last one for a moment, and the Back key may lead to one at any time.
import { useEffect } from 'react'
import { type Location, useLocation } from 'react-router'

/** Further back nobody goes, and each row that is looked at has a key of its own. */
const mostKeys = 500

const byKey = new Map<string, string>()
const byLocation = new WeakMap<Location, string>()

/** Of an address that was set past the router: it tells none from another. */
const noKey = 'default'

/** See `forgetAddresses`. */
export const forgetOwners = () => byKey.clear()

function ownerOf(location: Location): string | undefined {
  return byLocation.get(location) ?? (location.key === noKey ? undefined : byKey.get(location.key))
}

function own(location: Location, placeKey: string): void {
  byLocation.set(location, placeKey)
  if (location.key === noKey) return
  byKey.set(location.key, placeKey)
  const [oldest] = byKey.keys()
  if (byKey.size > mostKeys && oldest !== undefined) byKey.delete(oldest)
}

/** Whether the address is one of another workspace, so that nothing may be shown of it here. */
export function useIsAddressOfAnother(placeKey: string): boolean {
  const location = useLocation()
  const owner = ownerOf(location)
  useEffect(() => {
    if (ownerOf(location) === undefined) own(location, placeKey)
  }, [location, placeKey])
  return owner !== undefined && owner !== placeKey
}
