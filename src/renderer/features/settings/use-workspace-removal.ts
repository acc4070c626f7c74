import type { WorkspaceView } from '../../../contract/features/environments'
import { client } from '../../client/bridge'
import { announce } from '../../ui/announce'
import { environmentIdentity } from '../../ui/environment-identity'
import { notifyError } from '../../ui/notify'
import { askFirst } from '../../ui/question'
import { useLeaveWhenClosed } from './use-leave-when-closed'

/** Takes a workspace off the list, after a question. `onRemoved`: it is gone, and about to be off the screen. */
export function useWorkspaceRemoval({ ref, name }: WorkspaceView, onRemoved: () => void): () => Promise<void> {
  const leave = useLeaveWhenClosed()
  const { label } = environmentIdentity[ref.environment]
  return async () => {
    const isConfirmed = await askFirst({
      title: `Remove ${name}?`,
      text: `It goes off the list of ${label} on this computer; nothing changes at the service. What was synced stays until the environment is forgotten, and is there again when you connect it once more.`,
      confirmLabel: 'Remove',
      tone: 'danger',
    })
    if (!isConfirmed) return
    try {
      await client.environments.removeWorkspace({ workspace: ref })
      announce(`${name} was removed.`)
      onRemoved()
      await leave()
    } catch (error) {
      notifyError(error)
    }
  }
}
