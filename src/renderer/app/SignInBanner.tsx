import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useSyncStatus, useWorkspace } from '../client/workspace'
import { signInDialog } from '../ui/dialogs'
import classes from './AppShell.module.css'

/**
 * The one prompt for a new token, wherever the person is: however many requests were answered with 401, and gone as
 * soon as one is taken. Not for 403: another token of the same person may do no more.
 */
export function SignInBanner() {
  const { name } = useWorkspace()
  const sync = useSyncStatus()
  if (sync?.state !== 'sign-in-needed') return null
  return (
    <div role="status" aria-label="Sign-in needed" className={classes.signIn}>
      <IconKey size={15} aria-hidden />
      <span className={classes.bannerText}>
        Your access token for {name} has expired or was revoked. Synced data stays available, and your changes are kept.
      </span>
      <Button size="compact-xs" onClick={signInDialog.open}>
        Add a token…
      </Button>
    </div>
  )
}
