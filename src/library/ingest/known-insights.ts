// What the library holds of a workspace when a sync begins: enough to tell, from the bytes of an item alone, that
// nothing changed, and in the end which insights the answer did not name.
import type { Connection } from '../store/connection'

interface KnownInsight {
  readonly row: number
  readonly id: string
  hash: string | null
  hasRelationships: boolean
  /** JSON list; null when there are none. */
  unknownFields: string | null
  /** Not the service's (yet): its absence from the answer says nothing. */
  readonly isKept: boolean
  /** What this sync found. null: not in the answer so far. */
  found: 'unchanged' | 'changed' | 'added' | 'unreadable' | null
}

export interface KnownInsights {
  readonly byId: Map<string, KnownInsight>
  readonly byHash: Map<string, KnownInsight>
}

export function loadKnownInsights(connection: Connection, workspace: number, startedAt: string): KnownInsights {
  const byId = new Map<string, KnownInsight>()
  const byHash = new Map<string, KnownInsight>()
  const rows = connection.each(
    `SELECT row, id, content_hash, has_relationships, unknown_fields,
            own_change IS NOT NULL OR coalesce(confirmed_at >= ?, 0) AS is_kept
     FROM insights WHERE workspace = ?`,
    [startedAt, workspace],
  )
  for (const row of rows) {
    const known: KnownInsight = {
      row: Number(row.row),
      id: String(row.id),
      hash: typeof row.content_hash === 'string' ? row.content_hash : null,
      hasRelationships: row.has_relationships === 1,
      unknownFields: typeof row.unknown_fields === 'string' ? row.unknown_fields : null,
      isKept: row.is_kept === 1,
      found: null,
    }
    byId.set(known.id, known)
    if (known.hash !== null) byHash.set(known.hash, known)
  }
  return { byId, byHash }
}
