// The list of insights, as an answer is taken in.
import type { ReceivedInsight } from '../../contract/resources/insight'
import type { SyncScope } from './change-log'
import { collectKnown, confirmedSince, type KnownItems, type OpenIntake } from './listed-kind'
import { showOwnInsightsAgain } from './own-insight'
import { readInsight } from './reading'
import { removeInsight, removeUnlinked } from './remove-vanished'
import { createInsightWriter } from './write-insights'

export const openInsights: OpenIntake<ReceivedInsight> = (scope, settledBefore) => {
  const known = loadKnownInsights(scope, settledBefore)
  const deletedOutcomes = confirmedSince(scope, 'deleteOutcome', settledBefore)
  const writer = createInsightWriter(scope, known)
  let hasRemoved = false
  return {
    known,
    expectsRelationships: true,
    read(bytes) {
      const read = readInsight(bytes)
      if (read.kind !== 'read' || !read.item.outcomes.some(({ id }) => deletedOutcomes.has(id))) return read
      const outcomes = read.item.outcomes.filter(({ id }) => !deletedOutcomes.has(id))
      return { ...read, item: { ...read.item, outcomes }, isWhole: false }
    },
    writer: {
      write: writer.write,
      remove(row) {
        removeInsight(scope, row)
        hasRemoved = true
      },
      finish() {
        if (hasRemoved || writer.hasDroppedLinks) removeUnlinked(scope)
        if (hasRemoved) showOwnInsightsAgain(scope.connection, scope.workspace)
      },
    },
  }
}

function loadKnownInsights(scope: SyncScope, settledBefore: number): KnownItems {
  const { connection, workspace } = scope
  const confirmed = JSON.stringify([...confirmedSince(scope, 'createInsight', settledBefore)])
  return collectKnown(
    connection.each(
      `SELECT row, id, content_hash AS hash, has_relationships, unknown_fields,
              own_change IS NOT NULL OR id IN (SELECT value FROM json_each(?)) AS is_kept
       FROM insights WHERE workspace = ?`,
      [confirmed, workspace],
    ),
  )
}
