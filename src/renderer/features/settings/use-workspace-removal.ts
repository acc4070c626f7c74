import { useMutation } from '@tanstack/react-query'
import type { WorkspaceView } from '../../../contract/features/environments'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { mutationOptionsFor } from '../../client/queries'
import { count } from '../../records/record-words'
import { announce } from '../../ui/announce'
import { confirm } from '../../ui/confirm'
import { environmentIdentity } from '../../ui/environment-identity'
import { notifyError } from '../../ui/notify'
import { useLeaveWhenClosed } from './use-leave-when-closed'

/** Says that unsent changes are kept, but not sent while the workspace is off the list. Empty if the library cannot tell. */
async function unsentWords(workspace: WorkspaceRef): Promise<string> {
  const unsent = await client.activity.unsettled({ workspace }).catch(() => [])
  if (unsent.length === 0) return ''
  const [changes, them] =
    unsent.length === 1 ? ['1 unsent change', 'it'] : [`${count(unsent.length)} unsent changes`, 'them']
  return ` ${changes} won’t be sent while it’s removed. If you connect it again, you’ll review ${them} first.`
}

/** Removes a workspace from the list, after a question. `onRemoved`: it is about to disappear. */
export function useWorkspaceRemoval({ ref, name }: WorkspaceView, onRemoved: () => void): () => Promise<void> {
  const leave = useLeaveWhenClosed()
  const { label } = environmentIdentity[ref.environment]
  const { mutate } = useMutation({
    ...mutationOptionsFor('environments', 'removeWorkspace'),
    // Called before main pushes the list without it.
    onMutate: onRemoved,
    onSuccess() {
      announce(`${name} removed`)
      return leave()
    },
    onError: notifyError,
  })
  return async () => {
    const unsent = await unsentWords(ref)
    const isConfirmed = await confirm({
      title: `Remove ${name}?`,
      text: `This removes it from ${label} on this computer. The service isn’t affected. Synced data is kept, and returns if you connect the workspace again.${unsent}`,
      confirmLabel: 'Remove',
      tone: 'danger',
    })
    if (isConfirmed) mutate({ workspace: ref })
  }
}
