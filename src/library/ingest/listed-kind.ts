// What differs between the two lists of the service; how an answer is taken in is the same for both.
import type { SyncScope } from './change-log'
import type { KnownItems } from './known-items'
import type { ReadItem } from './reading'

export interface ChangedItem<T> {
  readonly item: T
  /** Of the bytes it was read from; null when it did not come in a list, or not all of it was taken. */
  readonly hash: string | null
  readonly unknownFields: readonly string[]
}

export interface ItemWriter<T> {
  /** Each id at most once. */
  write(items: readonly ChangedItem<T>[]): void
  /** One that the answer does not name any more. */
  remove(row: number): void
  /** After the last item. */
  finish(): void
}

/**
 * What was confirmed after the answer was asked for is newer than it. `settledBefore` is the row of the last change in
 * the activity at that moment: rows only grow, and no clock that is set can move them.
 */
export interface ListIntake<T extends { readonly id: string }> {
  readonly known: KnownItems
  readonly read: (bytes: Buffer) => ReadItem<T>
  readonly writer: ItemWriter<T>
  /** Items of this list come with other records, so a list without any is worth a word. */
  readonly expectsRelationships: boolean
}

export type OpenIntake<T extends { readonly id: string }> = (scope: SyncScope, settledBefore: number) => ListIntake<T>

/** Ids of records that the service made or deleted for the person after the answer was asked for. */
export function confirmedSince(
  { connection, workspace }: SyncScope,
  kind: 'createInsight' | 'deleteKnowledge' | 'deleteOutcome',
  settledBefore: number,
): ReadonlySet<string> {
  const rows = connection.all(
    `SELECT target_id FROM activity WHERE workspace = ? AND kind = ? AND outcome = 'done' AND row > ?`,
    [workspace, kind, settledBefore],
  )
  return new Set(rows.map(({ target_id: id }) => String(id)))
}
