import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whether the component is on screen still. An answer may come when the person is elsewhere already, and must
 * not lead them anywhere there.
 */
export function useIsHere(): Readonly<RefObject<boolean>> {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
