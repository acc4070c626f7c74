// Edit and retry: a creation that the service refused gets another body and goes out again as the same change, so a
// first sending that arrived late after all is recognised by its id, and there are never two insights.
import { AppError } from '../../contract/errors'
import type { CreateResult, InsightInput } from '../../contract/features/insights'
import type { JournalEntry, LibraryApi, NewChange } from '../../contract/library'
import { type DeliveryDeps, mark } from './delivery'
import { newInsightChange } from './new-insight'
import { hasTakenId } from './outcome'
import { type SendOrKeepDeps, sendOrKeep } from './send-or-keep'

export interface ReviseDeps extends Pick<DeliveryDeps, 'log'> {
  readonly library: Pick<LibraryApi, 'editChange' | 'pendingChanges' | 'markChange' | 'settleChange'>
  readonly sending: SendOrKeepDeps
  readonly newId: () => string
  readonly changed: (change: NewChange) => void
}

export type Revise = (failed: JournalEntry, insight: InsightInput, signal: AbortSignal) => Promise<CreateResult>

export function createRevise({ library, log, sending, newId, changed }: ReviseDeps): Revise {
  /** A library that went down while writing may have done it: asked once more, it knows. */
  async function journal(change: NewChange): Promise<void> {
    if (change.kind !== 'createInsight') return
    await sending.queue.own(change.changeId)
    try {
      await library.editChange(change)
    } catch (error) {
      const { environment } = change.workspace
      const pending = await library.pendingChanges({ environment }).catch(() => null)
      // As with a new one: the person is told that it was not kept.
      if (pending === null) await sending.queue.disown(change.changeId)
      const now = pending?.find(({ changeId }) => changeId === change.changeId)
      if (now?.state === 'waiting' && JSON.stringify(now.body) === JSON.stringify(change.body)) return
      throw error
    }
  }

  return async (failed, insight, signal) => {
    const { changeId, workspace, createdAt } = failed
    if (failed.kind !== 'createInsight' || failed.state !== 'failed') {
      throw new AppError('INVALID_INPUT', 'Only an insight that was not accepted can be edited.')
    }
    const insightId = hasTakenId(failed) ? newId() : failed.targetId
    const change = newInsightChange(workspace, insight, { insightId, changeId, createdAt })
    const keepRefused: SendOrKeepDeps['discard'] = async (refused, error) => {
      await mark({ library, log }, refused, 'failed', error ?? failed.error)
      changed(refused)
    }
    const sent = await sendOrKeep({ ...sending, journal, discard: keepRefused }, change, signal)
    return { insightId, ...sent }
  }
}
