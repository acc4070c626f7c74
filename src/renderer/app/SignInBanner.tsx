import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryOptionsFor } from '../client/queries'
import { useWorkspace } from '../client/workspace'
import { signInDialog } from '../ui/dialogs'
import classes from './AppShell.module.css'

/** After a dialog has given the focus back, which it does to the button that opened it. */
const afterMs = 30

interface SignInBannerProps {
  /** Where the focus goes when the banner goes with it. */
  readonly viewId: string
}

function Prompt({ viewId }: SignInBannerProps) {
  const { name } = useWorkspace()
  useEffect(
    () => () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost) document.getElementById(viewId)?.focus({ preventScroll: true })
      }, afterMs)
    },
    [viewId],
  )
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

/**
 * The one prompt for a new token, wherever the person is: however many requests were answered with 401, and gone as
 * soon as one is taken. Not for 403: another token of the same person may do no more.
 */
export function SignInBanner(props: SignInBannerProps) {
  const { ref: workspace } = useWorkspace()
  const { data: sync } = useQuery(queryOptionsFor('sync', 'status', { workspace }))
  return sync?.state === 'sign-in-needed' ? <Prompt {...props} /> : null
}
