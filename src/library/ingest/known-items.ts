// What the library holds of a list when a sync begins: enough to tell, from the bytes of an item alone, that nothing
// changed, and in the end which items the answer did not name.
import type { SqlRow } from '../store/connection'

export interface KnownItem {
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

export interface KnownItems {
  readonly byId: Map<string, KnownItem>
  readonly byHash: Map<string, KnownItem>
}

/** Of rows with `row`, `id`, `content_hash`, `has_relationships`, `unknown_fields` and `is_kept`. */
export function collectKnown(rows: Iterable<SqlRow>): KnownItems {
  const known: KnownItems = { byId: new Map(), byHash: new Map() }
  for (const row of rows) {
    addKnown(known, {
      row: Number(row.row),
      id: String(row.id),
      hash: typeof row.content_hash === 'string' ? row.content_hash : null,
      hasRelationships: row.has_relationships === 1,
      unknownFields: typeof row.unknown_fields === 'string' ? row.unknown_fields : null,
      isKept: row.is_kept === 1,
      found: null,
    })
  }
  return known
}

/** An item as it was just written. What this sync found first stands, unless it was nothing new. */
export function rememberItem(known: KnownItems, item: Omit<KnownItem, 'isKept'>): void {
  const earlier = known.byId.get(item.id)
  if (earlier !== undefined && earlier.hash !== null) known.byHash.delete(earlier.hash)
  const found = earlier?.found === 'added' || earlier?.found === 'changed' ? earlier.found : item.found
  addKnown(known, { ...item, isKept: false, found })
}

function addKnown({ byId, byHash }: KnownItems, item: KnownItem): void {
  byId.set(item.id, item)
  if (item.hash !== null) byHash.set(item.hash, item)
}
