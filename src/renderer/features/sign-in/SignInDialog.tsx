import type { WorkspaceView } from '../../../contract/features/environments'
import { signInDialog } from '../../ui/dialogs'
import { useSyncNow } from '../sync'
import { TokenDialog } from './TokenDialog'

/** A new token for the workspace that is open, wherever the wish came from. */
export function SignInDialog({ workspace }: { readonly workspace: WorkspaceView }) {
  const syncNow = useSyncNow()
  return <TokenDialog title="Sign-in needed" workspace={workspace} onClose={signInDialog.close} onSaved={syncNow} />
}
