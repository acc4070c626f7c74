// A creation that was not accepted, mended by the person: it stays the same change, with another body, and waits again.
// One transaction, so that a crash leaves either what was refused or what it was mended to, and never both.
import { AppError } from '../../contract/errors'
import { addOwnInsight } from '../ingest/own-insight'
import type { StoreApi, StoreContext } from '../store/context'
import { demandChange, demandVersion } from './journal'
import type { JournalMac } from './journal-mac'

export function createRevision(context: StoreContext, seal: JournalMac): Pick<StoreApi, 'editChange'> {
  return {
    editChange: ({ version, ...change }) =>
      context.write((connection) => {
        const { changeId, workspace, kind, targetId, createdAt } = change
        const stored = demandChange(connection, changeId)
        if (stored.kind !== kind || stored.state !== 'failed') {
          throw new AppError('INVALID_INPUT', 'Only a change that was not accepted can be edited.')
        }
        demandVersion(connection, changeId, version)
        context.unsent.touchChange(changeId)
        context.unsent.touchChangeDraft(changeId)
        const body = JSON.stringify(change.body)
        const code = seal.seal({
          ...{ ...workspace, changeId, kind, targetId, body, createdAt },
          ...{ state: 'waiting', needsReview: true },
        })
        connection.run(
          `UPDATE journal SET target_id = ?, body = ?, created_at = ?, mac = ?, state = 'waiting', needs_review = 1, is_edited = 1,
             retry_at = NULL, version = version + 1, error = NULL
           WHERE change_id = ?`,
          [targetId, body, createdAt, code, changeId],
        )
        connection.run('DELETE FROM change_drafts WHERE change_id = ?', [changeId])
        connection.run('DELETE FROM insights WHERE own_change = ?', [changeId])
        addOwnInsight(connection, Number(stored.workspace), change)
        return null
      }),
  }
}
