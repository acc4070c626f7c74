// Discards drafts from the list, with undo for the last one until another is discarded or the window closes.
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { NamedDraft } from '../../../contract/features/insights'
import { type InWorkspace, workspaceKey } from '../../../contract/workspace-key'
import { client } from '../../client/bridge'
import { onForgotten } from '../../client/forgetting'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { announce } from '../../ui/announce'
import { nextStep, useKey } from '../../ui/keys'
import { notifyError } from '../../ui/notify'
import { notifyUndo } from '../../ui/notify-undo'
import { createStore } from '../../ui/store'
import { discardDraft, keyOf, queued } from './draft-queue'
import { draftTitle } from './drafts'

interface Discarded {
  readonly draft: NamedDraft
  readonly workspace: InWorkspace
  readonly notice: string
  readonly since: number
}

const lastDiscarded = createStore<Discarded | null>(null)

interface Discard extends Pick<Discarded, 'workspace' | 'since'> {
  /** null: it failed, and the person was told. */
  readonly answer: Promise<Discarded | null>
}

/** The last discard that is not answered yet. It waits behind a list that is being stored, and the key means it already. */
const lastAsked = createStore<Discard | null>(null)

onForgotten((isForgotten) => {
  const last = lastDiscarded.get()
  if (last !== null && isForgotten(last.workspace)) lastDiscarded.set(null)
})

export interface Discarding {
  /** Tells that the draft was discarded, and offers undo. */
  readonly offer: (draft: NamedDraft) => void
  /** Resolves to whether it was discarded; if not, the person was told. */
  readonly discard: (draft: NamedDraft) => Promise<boolean>
  readonly undo: () => Promise<void>
  /** Current state, ahead of the rendered page. */
  readonly isEmpty: () => boolean
}

export function useDiscard(): Discarding {
  const { ref: workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const place = workspaceKey(workspace)
  const last = [lastAsked.use(), lastDiscarded.use()].find((each) => each?.workspace === place)
  const { queryKey } = queryOptionsFor('insights', 'drafts', { workspace })
  const list = (change: (drafts: readonly NamedDraft[]) => readonly NamedDraft[]) =>
    queryClient.setQueryData<readonly NamedDraft[]>(queryKey, (drafts = []) => change(drafts))

  const restore = async (discarded: Discarded) => {
    const { draftId, values } = discarded.draft
    if (lastDiscarded.get() === discarded) lastDiscarded.set(null)
    notifications.hide(discarded.notice)
    try {
      const key = keyOf({ workspace, changeId: null, draftId })
      const { savedAt } = await queued(key, () => client.insights.saveDraft({ workspace, draftId, values }))
      list((drafts) => [{ draftId, values, savedAt }, ...drafts])
      announce(`Undone: discarded “${draftTitle(discarded.draft)}”`)
    } catch (error) {
      if (lastDiscarded.get() === null) lastDiscarded.set(discarded)
      notifyError(error)
    }
  }
  const offer = (draft: NamedDraft) => {
    const notice = notifyUndo(`Discarded “${draftTitle(draft)}”`, () => void restore(discarded), 'mod+z')
    const discarded: Discarded = { draft, workspace: place, notice, since: nextStep() }
    lastDiscarded.set(discarded)
    return discarded
  }
  const discardNow = async (draft: NamedDraft) => {
    try {
      await discardDraft(workspace, draft.draftId)
    } catch (error) {
      notifyError(error)
      return null
    }
    list((drafts) => drafts.filter(({ draftId }) => draftId !== draft.draftId))
    return offer(draft)
  }
  const discard = async (draft: NamedDraft) => {
    const asked = { workspace: place, since: nextStep(), answer: discardNow(draft) }
    lastAsked.set(asked)
    const discarded = await asked.answer
    if (lastAsked.get() === asked) lastAsked.set(null)
    return discarded !== null
  }
  const undo = async () => {
    const asked = lastAsked.get()
    const isAsked = asked?.workspace === place
    // The next key means an earlier step.
    if (isAsked) lastAsked.set(null)
    const discarded = isAsked ? await asked.answer : lastDiscarded.get()
    if (discarded?.workspace === place) void restore(discarded)
  }
  useKey('mod+z', () => void undo(), { enabled: last !== undefined, since: last?.since ?? 0 })
  return { offer, discard, undo, isEmpty: () => queryClient.getQueryData(queryKey)?.length === 0 }
}
