import type { WorkspaceView } from '../../../contract/features/environments'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { announce } from '../../ui/announce'
import { environmentIdentity } from '../../ui/environment-identity'
import { notifyError } from '../../ui/notify'
import { askFirst } from '../../ui/question'
import { useLeaveWhenClosed } from './use-leave-when-closed'

/** What waits stays, and is not sent meanwhile. Nothing is said of it where the library cannot tell. */
async function unsentWords(workspace: WorkspaceRef): Promise<string> {
  const unsent = await client.activity.unsettled({ workspace }).catch(() => [])
  if (unsent.length === 0) return ''
  const [changes, are] = unsent.length === 1 ? ['1 change', 'is'] : [`${unsent.length.toLocaleString()} changes`, 'are']
  return ` ${changes} of yours that the service has not confirmed ${are} not sent while it is removed; connect it again, and you are asked about ${unsent.length === 1 ? 'it' : 'them'} first.`
}

/** Takes a workspace off the list, after a question. `onRemoved`: it is gone, and about to be off the screen. */
export function useWorkspaceRemoval({ ref, name }: WorkspaceView, onRemoved: () => void): () => Promise<void> {
  const leave = useLeaveWhenClosed()
  const { label } = environmentIdentity[ref.environment]
  return async () => {
    const unsent = await unsentWords(ref)
    const isConfirmed = await askFirst({
      title: `Remove ${name}?`,
      text: `It goes off the list of ${label} on this computer; nothing changes at the service. What was synced stays until the environment is forgotten, and is there again when you connect it once more.${unsent}`,
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
