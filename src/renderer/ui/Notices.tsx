import '@mantine/notifications/styles.css'
import { Notifications, useNotifications } from '@mantine/notifications'
import { useEffect } from 'react'
import classes from './Notices.module.css'
import { noticesRoom } from './notices-room'

/** Custom property that the style sheets of scrolling parts read, in CSS pixels. */
const roomName = '--notices-room'

function setRoom(pixels: number): void {
  const { style } = document.documentElement
  if (pixels === 0) style.removeProperty(roomName)
  else style.setProperty(roomName, `${pixels}px`)
  noticesRoom.set(pixels)
}

/**
 * Notices cover the end of scrolling parts. As much room as they take is added there, so that the end can be scrolled out
 * from under them; a focused row is scrolled out at once.
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

/** Also shows the notices that were sent before this code was loaded. */
export function Notices() {
  useRoomForNotices()
  return (
    <Notifications position="bottom-right" limit={3} transitionDuration={150} classNames={{ root: classes.stack }} />
  )
}
