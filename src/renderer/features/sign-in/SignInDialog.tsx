import { closeSignIn, useSignInIsOpen } from '../../app/sign-in'
import { useOpenPlace } from '../../app/workspace'
import { useSyncNow } from '../sync'
import { TokenDialog } from './TokenDialog'

/** A new token for the workspace that is open, wherever the wish came from. */
export function SignInDialog() {
  const isOpen = useSignInIsOpen()
  const place = useOpenPlace()
  const syncNow = useSyncNow()
  if (!isOpen || place === null) return null
  return <TokenDialog title="Sign-in needed" workspace={place.workspace} onClose={closeSignIn} onSaved={syncNow} />
}
