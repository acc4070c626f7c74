// Which records an insight is linked to, in the order the service gave.
import type { ReceivedInsight } from '../../contract/resources/insight'
import { bulkInsert } from '../store/bulk-insert'
import type { SqlValue } from '../store/connection'
import { column, rowOf } from '../store/row'
import type { SyncScope } from './change-log'
import { type RelatedKind, relatedKinds } from './record-columns'
import type { RelatedRows } from './write-related'

const linkRow = rowOf({ target: column.number, id: column.text })

export interface LinkedInsight {
  readonly row: number
  readonly insight: ReceivedInsight
}

export function addLinks({ connection }: SyncScope, linked: readonly LinkedInsight[], related: RelatedRows): void {
  for (const kind of relatedKinds) {
    const rows = linked.flatMap(({ row, insight }) =>
      linkedRows(kind, insight, related).map((target, position): SqlValue[] => [row, position, target]),
    )
    bulkInsert(connection, kind.linkTable, ['insight', 'position', kind.linkColumn], rows)
  }
}

/** Gives what changed: the ids that were linked before, by the name of the list. Empty when nothing did. */
export function changeLinks(scope: SyncScope, linked: LinkedInsight, related: RelatedRows): Record<string, string[]> {
  const before: Record<string, string[]> = {}
  for (const kind of relatedKinds) {
    const known = readLinks(scope, kind, linked.row)
    const rows = linkedRows(kind, linked.insight, related)
    if (known.length === rows.length && known.every(({ target }, place) => target === rows[place])) continue
    before[kind.table] = known.map(({ id }) => id)
    scope.connection.run(`DELETE FROM ${kind.linkTable} WHERE insight = ?`, [linked.row])
    bulkInsert(
      scope.connection,
      kind.linkTable,
      ['insight', 'position', kind.linkColumn],
      rows.map((target, position) => [linked.row, position, target]),
    )
  }
  return before
}

export function readLinks({ connection }: Pick<SyncScope, 'connection'>, kind: RelatedKind, insight: number) {
  return connection.all(
    `SELECT target.row AS target, target.id AS id FROM ${kind.linkTable} AS link
     JOIN ${kind.table} AS target ON target.row = link.${kind.linkColumn}
     WHERE link.insight = ? ORDER BY link.position`,
    [insight],
    linkRow,
  )
}

function linkedRows(kind: RelatedKind, insight: ReceivedInsight, related: RelatedRows): number[] {
  const rows = related.get(kind)
  return [...kind.of(insight).keys()].flatMap((id) => rows?.get(id) ?? [])
}
