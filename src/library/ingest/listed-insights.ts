// The list of insights, as an answer is taken in.
import type { ReceivedInsight } from '../../contract/resources/insight'
import type { SyncScope } from './change-log'
import { collectKnown, type KnownItems } from './known-items'
import { deletedSince, type OpenIntake } from './listed-kind'
import { readInsight } from './reading'
import { removeInsight, removeUnlinked } from './remove-vanished'
import { createInsightWriter } from './write-insights'

export const openInsights: OpenIntake<ReceivedInsight> = (scope, startedAt) => {
  const known = loadKnownInsights(scope, startedAt)
  const deletedOutcomes = deletedSince(scope, 'deleteOutcome', startedAt)
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
      },
    },
  }
}

function loadKnownInsights({ connection, workspace }: SyncScope, startedAt: string): KnownItems {
  return collectKnown(
    connection.each(
      `SELECT row, id, content_hash, has_relationships, unknown_fields,
              own_change IS NOT NULL OR coalesce(confirmed_at >= ?, 0) AS is_kept
       FROM insights WHERE workspace = ?`,
      [startedAt, workspace],
    ),
  )
}
