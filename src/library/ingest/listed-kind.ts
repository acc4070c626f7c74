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

/** The answer was asked for at `startedAt`: what was confirmed later is newer than it. */
export interface ListIntake<T extends { readonly id: string }> {
  readonly known: KnownItems
  readonly read: (bytes: Buffer) => ReadItem<T>
  readonly writer: ItemWriter<T>
  /** Items of this list come with other records, so a list without any is worth a word. */
  readonly expectsRelationships: boolean
}

export type OpenIntake<T extends { readonly id: string }> = (scope: SyncScope, startedAt: string) => ListIntake<T>

/** Ids of records that the service deleted for the person after the answer was asked for. */
export function deletedSince(
  { connection, workspace }: SyncScope,
  kind: 'deleteKnowledge' | 'deleteOutcome',
  startedAt: string,
): ReadonlySet<string> {
  const rows = connection.all(
    `SELECT target_id FROM activity WHERE workspace = ? AND kind = ? AND outcome = 'done' AND settled_at >= ?`,
    [workspace, kind, startedAt],
  )
  return new Set(rows.map(({ target_id: id }) => String(id)))
}
