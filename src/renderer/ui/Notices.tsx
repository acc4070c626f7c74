// Loaded when the first notice is due: most sessions never see one.
import '@mantine/notifications/styles.css'
import { Notifications, notifications } from '@mantine/notifications'

export { notifications }

export function Notices() {
  return <Notifications position="bottom-right" limit={3} />
}
