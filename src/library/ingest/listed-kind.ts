// The differences between the two lists of the service; an answer is taken in the same way for both.
import { column, rowOf } from '../store/row'
import type { SyncScope } from './change-log'
import type { ReadItem } from './reading'

export interface ChangedItem<T> {
  readonly item: T
  /** Hash of the bytes it was read from; null when it did not come in a list, or a part of it was left out. */
  readonly hash: string | null
  readonly unknownFields: readonly string[]
}

export interface ItemWriter<T> {
  /** Writes items, each id at most once. */
  write(items: readonly ChangedItem<T>[]): void
  /** Removes an item that the answer no longer names. */
  remove(row: number): void
  /** Runs after the last item, in steps between which others may run. */
  finish(): Iterable<undefined>
}

export interface ListImporter<T extends { readonly id: string }> {
  readonly known: KnownItems
  readonly read: (bytes: Buffer) => ReadItem<T>
  readonly writer: ItemWriter<T>
  /** Items of this list come with other records, so a list without any is worth reporting. */
  readonly expectsRelationships: boolean
}

/**
 * Changes confirmed after the answer was asked for are newer than it. `settledBefore` is the row of the last change in
 * the activity at that moment: rows only grow, and setting a clock cannot move them.
 */
export type OpenImporter<T extends { readonly id: string }> = (
  scope: SyncScope,
  settledBefore: number,
  pause: Pause | null,
) => Promise<ListImporter<T>>

/** Lets others run; absent where they would see half a sync. */
export type Pause = () => Promise<void>

/** Ids of records that the service made, deleted or marked for the person after the answer was asked for. */
export function confirmedSince(
  { connection, workspace }: SyncScope,
  kind: 'createInsight' | 'deleteKnowledge' | 'deleteOutcome' | 'markAllSeen',
  settledBefore: number,
): ReadonlySet<string> {
  const rows = connection.all(
    `SELECT target_id FROM activity WHERE workspace = ? AND kind = ? AND outcome = 'done' AND row > ?`,
    [workspace, kind, settledBefore],
    rowOf({ targetId: column.text }),
  )
  return new Set(rows.map(({ targetId }) => targetId))
}

/**
 * An item that the library holds when a sync begins: enough to tell, from the bytes of an item alone, that nothing
 * changed, and in the end which items the answer did not name.
 */
export interface KnownItem {
  readonly row: number
  readonly id: string
  hash: string | null
  hasRelationships: boolean
  /** JSON list; null when there are none. */
  unknownFields: string | null
  /** Not the service's (yet): its absence from the answer says nothing. */
  readonly isKept: boolean
  /** The finding of this sync; null: not in the answer so far. */
  found: 'unchanged' | 'changed' | 'added' | 'unreadable' | null
}

export interface KnownItems {
  readonly byId: Map<string, KnownItem>
  readonly byHash: Map<string, KnownItem>
}

/** Schema for the rows that `collectKnown` collects. */
export const knownRow = rowOf({
  row: column.number,
  id: column.text,
  hash: column.textOrNull,
  hasRelationships: column.flag,
  unknownFields: column.textOrNull,
  isKept: column.flag,
})

/** Some 10 ms of reading, after which others are answered. */
const pieceRows = 1_000

/**
 * `read` returns so many rows after a given one, in the order of the table: in any other order each row would need a page
 * of its own.
 */
export async function collectKnown(
  read: (after: number, rows: number) => readonly ReturnType<typeof knownRow.read>[],
  pause: Pause | null,
): Promise<KnownItems> {
  const known: KnownItems = { byId: new Map(), byHash: new Map() }
  let after = 0
  let isLast = false
  while (!isLast) {
    const piece = read(after, pieceRows)
    for (const item of piece) addKnown(known, { ...item, found: null })
    isLast = piece.length < pieceRows
    after = piece.at(-1)?.row ?? after
    await pause?.()
  }
  return known
}

/** Remembers an item as it was just written. If this sync found it added or changed before, that stands. */
export function rememberItem(
  known: KnownItems,
  { item: { id }, hash, unknownFields }: ChangedItem<{ readonly id: string }>,
  written: Pick<KnownItem, 'row' | 'found' | 'hasRelationships'>,
): void {
  const earlier = known.byId.get(id)
  if (earlier !== undefined && earlier.hash !== null) known.byHash.delete(earlier.hash)
  const found = earlier?.found === 'added' || earlier?.found === 'changed' ? earlier.found : written.found
  addKnown(known, { ...written, id, hash, unknownFields: namesAsText(unknownFields), isKept: false, found })
}

export function namesAsText(names: readonly string[]): string | null {
  return names.length === 0 ? null : JSON.stringify(names)
}

function addKnown({ byId, byHash }: KnownItems, item: KnownItem): void {
  byId.set(item.id, item)
  if (item.hash !== null) byHash.set(item.hash, item)
}
