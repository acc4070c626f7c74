import { type MouseEvent, useEffect, useRef } from 'react'
import { useIsFocusWanted } from '../navigation/location-state'

/** A click of a key or of assistive technology has a detail of 0. */
export const clickedBy = ({ detail }: Pick<MouseEvent, 'detail'>) => (detail === 0 ? 'keyboard' : 'pointer')

/** The part that shows the open record: it takes the focus of one opened with the keyboard, or that a link leads to. */
export function useDetailsRegion(openId: string | null) {
  const isSentHere = useIsFocusWanted()
  const region = useRef<HTMLElement>(null)
  const isWanted = useRef(false)
  useEffect(() => {
    if (openId === null || !(isWanted.current || isSentHere)) return
    isWanted.current = false
    region.current?.focus({ preventScroll: true })
  }, [openId, isSentHere])
  return {
    region,
    /** Call before a record is opened. */
    onOpening: (id: string, by: 'pointer' | 'keyboard') => {
      if (by === 'keyboard' && id === openId) region.current?.focus({ preventScroll: true })
      else isWanted.current = by === 'keyboard'
    },
  }
}
