import '@mantine/notifications/styles.css'
import { Notifications, useNotifications } from '@mantine/notifications'
import { useEffect } from 'react'
import classes from './Notices.module.css'

/** Name in the style sheets of what scrolls, in CSS pixels. */
const roomName = '--notices-room'

/**
 * Notices stand over the end of what scrolls. As much room as they take is added there, so that whatever is at the end can
 * be scrolled out from under them.
 */
function useRoomForNotices(): void {
  const isAny = useNotifications().notifications.length > 0
  useEffect(() => {
    if (!isAny) return
    const stack = document.querySelector('.mantine-Notifications-root[data-position="bottom-right"]')
    const { style } = document.documentElement
    if (stack === null) return
    const observer = new ResizeObserver(() => {
      style.setProperty(roomName, `${Math.ceil(window.innerHeight - stack.getBoundingClientRect().top)}px`)
    })
    observer.observe(stack)
    return () => {
      observer.disconnect()
      style.removeProperty(roomName)
    }
  }, [isAny])
}

/** What was to be shown before this was loaded is shown then. */
export function Notices() {
  useRoomForNotices()
  return <Notifications position="bottom-right" limit={3} classNames={{ root: classes.stack ?? '' }} />
}
