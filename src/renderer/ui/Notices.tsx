import '@mantine/notifications/styles.css'
import { Notifications, useNotifications } from '@mantine/notifications'
import { useEffect } from 'react'
import classes from './Notices.module.css'
import { noticesRoom } from './notices-room'

/** Name in the style sheets of what scrolls, in CSS pixels. */
const roomName = '--notices-room'

function setRoom(pixels: number): void {
  const { style } = document.documentElement
  if (pixels === 0) style.removeProperty(roomName)
  else style.setProperty(roomName, `${pixels}px`)
  noticesRoom.set(pixels)
}

/**
 * Notices stand over the end of what scrolls. As much room as they take is added there, so that whatever is at the end can
 * be scrolled out from under them; the row with the focus is at once.
 */
function useRoomForNotices(): void {
  const isAny = useNotifications().notifications.length > 0
  useEffect(() => {
    if (!isAny) return
    const stack = document.querySelector('.mantine-Notifications-root[data-position="bottom-right"]')
    if (stack === null) return
    const observer = new ResizeObserver(() => {
      setRoom(Math.ceil(window.innerHeight - stack.getBoundingClientRect().top))
      document.activeElement?.closest('main [data-index]')?.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(stack)
    return () => {
      observer.disconnect()
      setRoom(0)
    }
  }, [isAny])
}

/** What was to be shown before this was loaded is shown then. */
export function Notices() {
  useRoomForNotices()
  return (
    <Notifications
      position="bottom-right"
      limit={3}
      transitionDuration={150}
      classNames={{ root: classes.stack ?? '' }}
    />
  )
}
