import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is still on screen. An answer that comes after the person has left must not lead them anywhere. */
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
