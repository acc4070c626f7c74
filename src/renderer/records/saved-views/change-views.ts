// Changes of saved views run one after the other, each on the views as the one before left them: a change may be answered
// late, and until then the views on screen lack it.
import { AppError } from '../../../contract/app-error'
import type { SavedView } from '../../../contract/features/saved-views'
import type { WorkspaceRef } from '../../../contract/workspace'
import { workspaceKey } from '../../../contract/workspace-key'
import { client } from '../../client/bridge'
import { createTurns } from '../../client/in-turn'

const inTurn = createTurns()

export function changeViews<Result>(
  workspace: WorkspaceRef,
  change: (views: readonly SavedView[]) => Promise<Result>,
): Promise<Result> {
  return inTurn(workspaceKey(workspace), async () => change(await client.savedViews.list({ workspace })))
}

/** Leaves the other parts of the view as they are by then. Rejects with NOT_FOUND where it was deleted. */
export function changeView(workspace: WorkspaceRef, id: string, changes: Partial<SavedView>): Promise<unknown> {
  return changeViews(workspace, (views) => {
    const view = views.find((each) => each.id === id)
    if (view === undefined) throw new AppError('NOT_FOUND', '')
    return client.savedViews.save({ workspace, view: { ...view, ...changes } })
  })
}
