// Saving and discarding drafts, one after the other, for the form and the list of drafts.
import type { WorkspaceRef } from '../../../contract/workspace'
import { type InWorkspace, keyIn } from '../../../contract/workspace-key'
import { client } from '../../client/bridge'
import { keptUntilForgotten } from '../../client/forgetting'
import { createTurns } from '../../client/in-turn'
import type { FormValues } from './form-values'

export interface DraftOptions {
  readonly workspace: WorkspaceRef
  /** The change that is being edited; null = a new insight. */
  readonly changeId: string | null
  readonly draftId: string
}

/** Per draft, of all forms: a form that is gone must not save over what was typed into the next one. */
export const lastTyped = keptUntilForgotten(new Map<InWorkspace, FormValues>())

/** Per draft, of all forms and the list of drafts: a save that is slow must not bring back what was discarded after it. */
export const queued = createTurns()

export const keyOf = ({ workspace, changeId, draftId }: DraftOptions) => keyIn(workspace, changeId, draftId)

/** For a draft of which no form is open. What a closed form could not save is discarded with it. */
export async function discardDraft(workspace: WorkspaceRef, draftId: string): Promise<void> {
  const key = keyOf({ workspace, changeId: null, draftId })
  const typed = lastTyped.get(key)
  lastTyped.delete(key)
  try {
    await queued(key, () => client.insights.discardDraft({ workspace, draftId }))
  } catch (error) {
    if (typed !== undefined) lastTyped.set(key, typed)
    throw error
  }
}
