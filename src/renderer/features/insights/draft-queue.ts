// Saves and discards drafts one at a time, for the form and the list of drafts.
import type { WorkspaceRef } from '../../../contract/workspace'
import { type InWorkspace, keyIn } from '../../../contract/workspace-key'
import { client } from '../../client/bridge'
import { keptUntilForgotten } from '../../client/forgetting'
import { createTurns } from '../../client/in-turn'
import type { FormValues } from './form-values'

export interface DraftOptions {
  readonly workspace: WorkspaceRef
  /** The edited change; null: a new insight. */
  readonly changeId: string | null
  readonly draftId: string
}

/**
 * Per draft, across forms: the words that are typed and not saved yet; null while it is created or discarded. A closed form
 * must not overwrite what was typed into the next one, and a form begins with these, as a read may be answered before the
 * write.
 */
export const unsavedWords = keptUntilForgotten(new Map<InWorkspace, FormValues | null>())

/** Per draft, across forms and the list: a slow save must not restore a draft that was discarded after it. */
export const queued = createTurns()

export const keyOf = ({ workspace, changeId, draftId }: DraftOptions) => keyIn(workspace, changeId, draftId)

/** Called when the write is answered: reads know of it from now on. What was typed since stays. */
export function endWrite(key: InWorkspace, words: FormValues | null): void {
  if (unsavedWords.get(key) === words) unsavedWords.delete(key)
}

/** For a draft without an open form. Also discards what a closed form could not save. */
export async function discardDraft(workspace: WorkspaceRef, draftId: string): Promise<void> {
  const key = keyOf({ workspace, changeId: null, draftId })
  const typed = unsavedWords.get(key)
  unsavedWords.set(key, null)
  try {
    await queued(key, () => client.insights.discardDraft({ workspace, draftId }))
  } catch (error) {
    if (typed) unsavedWords.set(key, typed)
    throw error
  } finally {
    endWrite(key, null)
  }
}
