// Opportunities, solutions, outcomes and feedback of a group of insights: new ones are added, different ones are updated,
// the rest cost one look-up. Each insight's links to them keep the order of the service.
import type { ReceivedInsight } from '../../contract/resources/insight'
import { bulkInsert, nextRow } from '../store/bulk-insert'
import type { SqlValue } from '../store/connection'
import { column, rowOf } from '../store/row'
import { type SyncScope, storedRecord } from './change-log'
import { type RelatedKind, relatedKinds } from './record-columns'

/** Rows by id, per kind, of everything the group is linked to. */
export type RelatedRows = ReadonlyMap<RelatedKind, ReadonlyMap<string, number>>

export interface RelatedWriter {
  write(insights: readonly ReceivedInsight[]): RelatedRows
}

export function createRelatedWriter(scope: SyncScope): RelatedWriter {
  const nextRows = new Map(relatedKinds.map((kind) => [kind, nextRow(scope.connection, kind.table)] as const))
  /** Kinds whose records in the last group were mostly new, as all feedback of a first sync is. */
  const mostlyNew = new Set<RelatedKind>()

  function writeKind(kind: RelatedKind, insights: readonly ReceivedInsight[]): ReadonlyMap<string, number> {
    // If a record comes more than once, the last one counts.
    const received = new Map<string, () => SqlValue[]>()
    for (const insight of insights) for (const [id, values] of kind.of(insight)) received.set(id, values)
    if (received.size === 0) return new Map()

    const rows = new Map<string, number>()
    const first = nextRows.get(kind) ?? 1
    /** Inserts those without a row; returns how many of them the table did not have. */
    const insertRest = (): number => {
      const added: SqlValue[][] = []
      let next = first
      for (const [id, values] of received) {
        if (rows.has(id)) continue
        rows.set(id, next)
        added.push([next, scope.workspace, scope.sync, scope.sync, ...values()])
        next += 1
      }
      nextRows.set(kind, next)
      return bulkInsert(scope.connection, kind.table, [...ownColumns, ...kind.columns], added, unlessKnown)
    }
    // Where the table has none of them, looking for them first would only take time.
    const comesFirst = mostlyNew.has(kind)
    if (comesFirst && insertRest() === received.size) return rows

    const known = readKnown(scope, kind, [...received.keys()]).filter(({ row }) => row < first)
    for (const { row, id, values } of known) {
      const after = received.get(id)?.() ?? []
      rows.set(id, row)
      if (after.some((value, place) => value !== values[place])) updateRow(scope, kind, row, after)
    }
    if (!comesFirst) insertRest()
    if (known.length * 2 < received.size) mostlyNew.add(kind)
    else mostlyNew.delete(kind)
    return rows
  }

  return { write: (insights) => new Map(relatedKinds.map((kind) => [kind, writeKind(kind, insights)])) }
}

const unlessKnown = ' ON CONFLICT (workspace, id) DO NOTHING'

const ownColumns = ['row', 'workspace', 'added_sync', 'changed_sync']

function readKnown({ connection, workspace }: SyncScope, kind: RelatedKind, ids: readonly string[]) {
  return connection.all(
    `SELECT row, ${kind.columns.join(', ')} FROM ${kind.table}
     WHERE workspace = ? AND id IN (SELECT value FROM json_each(?))`,
    [workspace, JSON.stringify(ids)],
    storedRecord(kind.columns),
  )
}

function updateRow({ connection, sync }: SyncScope, kind: RelatedKind, row: number, values: readonly SqlValue[]): void {
  connection.run(
    `UPDATE ${kind.table} SET changed_sync = ?, ${kind.columns.map((column) => `${column} = ?`).join(', ')}
     WHERE row = ?`,
    [sync, ...values, row],
  )
}

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

/** Returns the ids that were linked before, by the name of each list that changed. Empty if none did. */
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
  return [...kind.idsOf(insight)].flatMap((id) => rows?.get(id) ?? [])
}
