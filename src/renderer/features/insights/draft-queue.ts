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
 * Words that are typed and not saved yet, per draft and across forms: a closed form must not overwrite what was typed into
 * the next one, and the next one begins with them, as a read that is faster than a save lacks them.
 */
export const unsavedWords = keptUntilForgotten(new Map<InWorkspace, FormValues>())

/** Per draft, across forms and the list: a slow save must not restore a draft that was discarded after it. */
export const queued = createTurns()

export const keyOf = ({ workspace, changeId, draftId }: DraftOptions) => keyIn(workspace, changeId, draftId)

/** For a draft without an open form. Also discards what a closed form could not save. */
export async function discardDraft(workspace: WorkspaceRef, draftId: string): Promise<void> {
  const key = keyOf({ workspace, changeId: null, draftId })
  const typed = unsavedWords.get(key)
  unsavedWords.delete(key)
  try {
    await queued(key, () => client.insights.discardDraft({ workspace, draftId }))
  } catch (error) {
    if (typed !== undefined) unsavedWords.set(key, typed)
    throw error
  }
}
