// All news of a workspace since a sync. What counts is the difference between then and now: an insight that came and
// went in between is no news, and one that went and came back is news only if its score moved.
import { type NewsKind, type NewsRow, noticeable } from '../../contract/features/news'
import type { Connection, SqlRow } from '../store/connection'
import { numberOrNull } from './insight-rows'

const titleLength = 1_000

/**
 * The first entry about an insight since then tells whether it was there then: if it was added, it was not. Insights
 * that the person created from here are no news to them.
 */
const newsSql = `
WITH moves AS (
  SELECT record_id AS id, min(row) AS first, max(row) AS last FROM change_log
  WHERE workspace = ?1 AND record = 'insight' AND sync > ?2 AND change <> 'changed'
  GROUP BY record_id
),
came AS (
  SELECT moves.id, moves.last FROM moves JOIN change_log ON change_log.row = moves.first
  WHERE change_log.change = 'added'
),
scored AS (
  SELECT insight_id AS id, max(sync) AS sync FROM score_history
  WHERE workspace = ?1 AND sync > ?2 AND insight_id NOT IN (SELECT id FROM came)
  GROUP BY insight_id
)
SELECT 'new' AS kind, insights.id, substr(title, 1, ${titleLength}) AS title, type, hide_content,
       NULL AS before, combined_score AS after, change_log.sync
FROM came
JOIN insights ON insights.workspace = ?1 AND insights.id = came.id AND own_change IS NULL
JOIN change_log ON change_log.row = came.last
WHERE came.id NOT IN (SELECT target_id FROM activity WHERE workspace = ?1 AND kind = 'createInsight')
UNION ALL
SELECT 'moved', insights.id, substr(title, 1, ${titleLength}), type, hide_content,
       (SELECT earlier.combined_score FROM score_history AS earlier
        WHERE earlier.workspace = ?1 AND earlier.insight_id = scored.id AND earlier.sync <= ?2
        ORDER BY earlier.sync DESC LIMIT 1),
       combined_score, scored.sync
FROM scored JOIN insights ON insights.workspace = ?1 AND insights.id = scored.id AND own_change IS NULL
UNION ALL
SELECT 'vanished', moves.id, substr(change_log.before ->> '$.title', 1, ${titleLength}), change_log.before ->> '$.type',
       change_log.before ->> '$.hideContent',
       (SELECT earlier.combined_score FROM score_history AS earlier
        WHERE earlier.workspace = ?1 AND earlier.insight_id = moves.id AND earlier.sync <= ?2
        ORDER BY earlier.sync DESC LIMIT 1),
       change_log.before ->> '$.combinedScore', change_log.sync
FROM moves JOIN change_log ON change_log.row = moves.last AND change_log.change = 'removed'
WHERE moves.id NOT IN (SELECT id FROM came)
  AND NOT EXISTS (SELECT 1 FROM insights WHERE insights.workspace = ?1 AND insights.id = moves.id)`

/** null: it moved too little, or there is nothing to compare. Floating point must not decide about a round number. */
function moveOf(before: number | null, after: number | null): 'rising' | 'fading' | null {
  if (before === null || after === null) return null
  const moved = Math.abs(after - before) + 1e-9
  if (moved < noticeable.points || moved < noticeable.share * Math.abs(before)) return null
  return after > before ? 'rising' : 'fading'
}

function kindOf(row: SqlRow): NewsKind | null {
  if (row.kind !== 'moved') return row.kind as NewsKind
  return moveOf(numberOrNull(row.before), numberOrNull(row.after))
}

const order: readonly NewsKind[] = ['new', 'rising', 'fading', 'vanished']

/** What was scored before what was not, large before small. */
const sizeOf = ({ kind, before, after }: NewsRow) =>
  kind === 'rising' || kind === 'fading' ? Math.abs((after ?? 0) - (before ?? 0)) : (after ?? -1)

function inOrder(a: NewsRow, b: NewsRow): number {
  return order.indexOf(a.kind) - order.indexOf(b.kind) || sizeOf(b) - sizeOf(a) || (a.id < b.id ? -1 : 1)
}

export function readNews(connection: Connection, workspace: number, sinceSync: number): readonly NewsRow[] {
  const times = new Map(
    connection
      .all('SELECT row, started_at FROM syncs WHERE workspace = ? AND row > ?', [workspace, sinceSync])
      .map(({ row, started_at }) => [Number(row), String(started_at)]),
  )
  return connection
    .all(newsSql, [workspace, sinceSync])
    .flatMap((row): NewsRow[] => {
      const kind = kindOf(row)
      if (kind === null) return []
      return [
        {
          id: String(row.id),
          kind,
          title: String(row.title ?? ''),
          type: String(row.type ?? ''),
          hideContent: Number(row.hide_content) === 1,
          before: numberOrNull(row.before),
          after: numberOrNull(row.after),
          at: times.get(Number(row.sync)) ?? '',
        },
      ]
    })
    .sort(inOrder)
}
