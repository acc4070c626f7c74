// Discards drafts from the list, with undo for the last one until another is discarded or the window closes.
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { NamedDraft } from '../../../contract/features/insights'
import { type InWorkspace, workspaceKey } from '../../../contract/workspace-key'
import { client } from '../../client/bridge'
import { onForgotten } from '../../client/forgetting'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { nextStep, useKey } from '../../ui/keys'
import { notifyError } from '../../ui/notify'
import { notifyUndo } from '../../ui/notify-undo'
import { createStore } from '../../ui/store'
import { discardDraft } from './draft-queue'
import { draftTitle } from './drafts'

interface Discarded {
  readonly draft: NamedDraft
  readonly workspace: InWorkspace
  readonly notice: string
  readonly since: number
}

const lastDiscarded = createStore<Discarded | null>(null)

onForgotten((isForgotten) => {
  const last = lastDiscarded.get()
  if (last !== null && isForgotten(last.workspace)) lastDiscarded.set(null)
})

export interface Discarding {
  /** Tells that the draft was discarded, and offers undo. */
  readonly offer: (draft: NamedDraft) => void
  /** Resolves to whether it was discarded; if not, the person was told. */
  readonly discard: (draft: NamedDraft) => Promise<boolean>
  readonly undo: () => void
  /** Current state, ahead of the rendered page. */
  readonly isEmpty: () => boolean
}

export function useDiscard(): Discarding {
  const { ref: workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const place = workspaceKey(workspace)
  const last = lastDiscarded.use()
  const { queryKey } = queryOptionsFor('insights', 'drafts', { workspace })
  const list = (change: (drafts: readonly NamedDraft[]) => readonly NamedDraft[]) =>
    queryClient.setQueryData<readonly NamedDraft[]>(queryKey, (drafts = []) => change(drafts))

  const restore = async (discarded: Discarded) => {
    const { draftId, values } = discarded.draft
    if (lastDiscarded.get() === discarded) lastDiscarded.set(null)
    notifications.hide(discarded.notice)
    try {
      const { savedAt } = await client.insights.saveDraft({ workspace, draftId, values })
      list((drafts) => [{ draftId, values, savedAt }, ...drafts])
    } catch (error) {
      if (lastDiscarded.get() === null) lastDiscarded.set(discarded)
      notifyError(error)
    }
  }
  const discard = async (draft: NamedDraft) => {
    try {
      await discardDraft(workspace, draft.draftId)
    } catch (error) {
      notifyError(error)
      return false
    }
    list((drafts) => drafts.filter(({ draftId }) => draftId !== draft.draftId))
    offer(draft)
    return true
  }
  const offer = (draft: NamedDraft) => {
    const notice = notifyUndo(`Discarded “${draftTitle(draft)}”`, () => void restore(discarded), 'mod+z')
    const discarded: Discarded = { draft, workspace: place, notice, since: nextStep() }
    lastDiscarded.set(discarded)
  }
  const undo = () => {
    const discarded = lastDiscarded.get()
    if (discarded?.workspace === place) void restore(discarded)
  }
  useKey('mod+z', undo, { enabled: last?.workspace === place, since: last?.since ?? 0 })
  return { offer, discard, undo, isEmpty: () => queryClient.getQueryData(queryKey)?.length === 0 }
}
