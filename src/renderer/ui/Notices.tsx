import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** What was to be shown before this was loaded is shown then. */
export function Notices() {
  return <Notifications position="bottom-right" limit={3} />
}
