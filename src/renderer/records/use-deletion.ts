import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppError } from '../../contract/errors'
import { confirmationOf, type DeleteResult } from '../../contract/features/listing'
import { client } from '../client/bridge'
import { mutationOptionsFor } from '../client/queries'
import { useEnvironment, useWorkspace } from '../client/workspace'
import { notifyInView, notifyMoved } from '../ui/notify'
import { useOneAtATime } from '../ui/use-one-at-a-time'
import { useOtherWorkspaceLabel } from '../ui/use-other-workspace-label'
import { type DeletableKind, deletedWords, isConfirmedBy } from './deletion/deletion-words'

interface DeletionOptions {
  readonly kind: DeletableKind
  readonly title: string | null
  readonly id: string
  /** Called when the record is gone and a notice has said so. */
  readonly onDeleted: () => void
}

export interface Deletion {
  /** The text to type first; null where none is needed. */
  readonly asked: ReturnType<typeof confirmationOf> | null
  readonly typed: string
  readonly setTyped: (text: string) => void
  readonly isLocked: boolean
  readonly isRunning: boolean
  readonly error: AppError | null
  readonly canDelete: boolean
  readonly run: () => void
}

const featureOf = { goal: 'outcomes', 'knowledge item': 'knowledge' } as const
const deletionOf = (kind: DeletableKind) => mutationOptionsFor(featureOf[kind], 'delete')

/** A sent deletion can't be called back, so no dialog closes before the answer. */
export const useIsDeleting = (kind: DeletableKind): boolean => useIsMutating(deletionOf(kind)) > 0

/** One deletion under way at a time. If the service no longer had the record, that counts as done, as it was wanted. */
export function useDeletion({ kind, title, id, onDeleted }: DeletionOptions): Deletion {
  const { name, isLocked } = useEnvironment()
  const { ref: workspace } = useWorkspace()
  const [typed, setTyped] = useState('')
  const otherWorkspaceLabel = useOtherWorkspaceLabel()
  const expected = confirmationOf(title, id)
  const asked = name === 'production' ? expected : null
  const once = useOneAtATime()
  const { mutate, isPending, error, variables } = useMutation({
    ...deletionOf(kind),
    mutationFn: (input: Parameters<typeof client.outcomes.delete>[0]): Promise<DeleteResult> =>
      client[featureOf[kind]].delete(input).catch((failure: AppError) => {
        if (failure.code !== 'NOT_FOUND') throw failure
        return { state: 'already-gone' }
      }),
    onSuccess: (result) => {
      const said = deletedWords(kind, result)
      if (result.state === 'already-gone') notifyInView(said, 'green', otherWorkspaceLabel())
      // Activity keeps the content of the deleted record.
      else notifyMoved(said, { label: 'View in Activity', to: '/activity' }, otherWorkspaceLabel())
    },
    onError: () => once.end(),
  })
  const canDelete = !isLocked && !isPending && id !== '' && (asked === null || isConfirmedBy(typed, asked.text))

  return {
    asked,
    typed,
    setTyped,
    isLocked,
    isRunning: isPending,
    // Not that of another id, typed since.
    error: variables?.id === id ? error : null,
    canDelete,
    run: () => {
      // Only while the dialog is here: another workspace may be open when the answer comes.
      if (canDelete && once.begin())
        mutate({ workspace, id, confirmation: asked?.text ?? null }, { onSuccess: onDeleted })
    },
  }
}
