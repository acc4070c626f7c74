import { useMemo, useRef } from 'react'

/**
 * For a command that must not be sent twice by a quick double click: whether it is under way shows only once the button is
 * rendered again, and on a busy computer the second click comes before that.
 */
export function useOneAtATime() {
  const isUnderWay = useRef(false)
  return useMemo(
    () => ({
      /** Whether the command may be sent. If so, `end` must follow before it may be sent again. */
      begin(): boolean {
        if (isUnderWay.current) return false
        isUnderWay.current = true
        return true
      },
      end(): void {
        isUnderWay.current = false
      },
    }),
    [],
  )
}
