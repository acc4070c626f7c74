import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'

/** Name in the style sheets of what scrolls, in CSS pixels. */
const roomName = '--notices-room'

/**
 * Notices stand over the end of what scrolls. As much room as they take is added there, so that whatever is at the end can
 * be scrolled out from under them.
 */
function useRoomForNotices(): void {
  useEffect(() => {
    const stack = document.querySelector('.mantine-Notifications-root[data-position="bottom-right"]')
    const { style } = document.documentElement
    if (stack === null) return
    const make = () => {
      const { height, top } = stack.getBoundingClientRect()
      if (height === 0) style.removeProperty(roomName)
      else style.setProperty(roomName, `${Math.ceil(window.innerHeight - top)}px`)
    }
    const observer = new ResizeObserver(make)
    observer.observe(stack)
    return () => {
      observer.disconnect()
      style.removeProperty(roomName)
    }
  }, [])
}

/** What was to be shown before this was loaded is shown then. */
export function Notices() {
  useRoomForNotices()
  return <Notifications position="bottom-right" limit={3} />
}
