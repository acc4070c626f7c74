import { useQueryClient } from '@tanstack/react-query'
import type { NamedDraft } from '../../../contract/features/insights'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { notifyWithButton } from '../../ui/notify-with-button'
import { keyOf, unsavedWords } from './draft-queue'
import type { FormValues } from './form-values'
import { useDiscard } from './use-discard'
import type { DraftState } from './use-draft'

/** Brief: the list of drafts stays. */
const shownMs = 4000

interface Closed {
  readonly draftId: string
  readonly values: FormValues
  readonly saving: Pick<DraftState, 'flush'>
}

/** Tells that the closing form leaves a draft, and offers to discard it. */
export function useDraftNotice(): (closed: Closed) => Promise<void> {
  const { ref: workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const { discard } = useDiscard()
  return async ({ draftId, values, saving }) => {
    await saving.flush()
    // It is becoming an insight, or was discarded.
    if (unsavedWords.get(keyOf({ workspace, changeId: null, draftId })) === null) return
    const { queryKey } = queryOptionsFor('insights', 'drafts', { workspace })
    const drafts = queryClient.getQueryData<readonly NamedDraft[]>(queryKey) ?? []
    const draft = drafts.find((each) => each.draftId === draftId)
    // Nothing was typed, or saving failed, which the form said. The draft of an edited change isn't in the list.
    if (draft === undefined || Object.entries(values).some(([name, text]) => (draft.values[name] ?? '') !== text))
      return
    notifyWithButton({ message: 'Draft saved', label: 'Discard', run: () => void discard(draft), shownMs })
  }
}
