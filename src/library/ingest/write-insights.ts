// A group of insights that are new or whose bytes differ from the last time, with all that hangs on them.
import type { ReceivedInsight } from '../../contract/resources/insight'
import { bulkInsert, nextRow } from '../store/bulk-insert'
import type { SqlValue } from '../store/connection'
import { column, type RowSchema, rowOf } from '../store/row'
import { indexedText } from '../text/folded-text'
import {
  differences,
  type LoggedChange,
  logAdded,
  logChanges,
  type StoredRecord,
  type SyncScope,
  storedRecord,
} from './change-log'
import { type ChangedItem, type KnownItems, rememberItem } from './listed-kind'
import { embeddingBytes, insightColumns } from './record-columns'
import { addLinks, changeLinks } from './write-links'
import { createRelatedWriter, type RelatedRows } from './write-related'

type ChangedInsight = ChangedItem<ReceivedInsight>

export interface InsightWriter {
  /** Each id at most once. */
  write(items: readonly ChangedInsight[]): void
  /** Links were taken away, so records may be left that nothing is linked to. */
  readonly hasDroppedLinks: boolean
}

const columnNames = insightColumns.map(({ name }) => name)
const sentColumns = insightColumns.filter(({ isDerived }) => isDerived !== true)
const sentNames = sentColumns.map(({ name }) => name)
const ownColumns = ['row', 'workspace', 'added_sync', 'content_hash', 'unknown_fields']

const valuesOf = (insight: ReceivedInsight) => insightColumns.map(({ read }) => read(insight))
const namesAsText = (names: readonly string[]) => (names.length === 0 ? null : JSON.stringify(names))

export function createInsightWriter(scope: SyncScope, known: KnownItems): InsightWriter {
  const { connection, workspace, sync } = scope
  const related = createRelatedWriter(scope)
  let next = nextRow(connection, 'insights')
  let hasDroppedLinks = false

  function add(items: readonly ChangedInsight[], rows: RelatedRows): void {
    if (items.length === 0) return
    const first = next
    const placed = items.map(({ item, ...rest }, place) => ({ ...rest, insight: item, row: first + place }))
    next += placed.length
    bulkInsert(
      connection,
      'insights',
      [...ownColumns, ...columnNames],
      placed.map(({ row, insight, hash, unknownFields }) => [
        row,
        workspace,
        sync,
        hash,
        namesAsText(unknownFields),
        ...valuesOf(insight),
      ]),
    )
    bulkInsert(
      connection,
      'insights_fts',
      ['rowid', 'title', 'description'],
      placed.map(({ row, insight }) => [row, indexedText(insight.title), indexedText(insight.description)]),
    )
    const embeddings = placed.flatMap(({ row, insight }): SqlValue[][] => {
      const numbers = embeddingBytes(insight.topicEmbeddings)
      return numbers === null ? [] : [[row, numbers]]
    })
    bulkInsert(connection, 'insight_embeddings', ['insight', 'numbers'], embeddings)
    addLinks(scope, placed, rows)
    logAdded(scope, { record: 'insight', table: 'insights', first, last: next - 1 })
    recordScores(scope, first, next - 1)
    for (const { row, insight, hash, unknownFields } of placed) {
      remember(row, insight, hash, unknownFields, 'added')
    }
  }

  function change(
    before: StoredInsight,
    { item: insight, hash, unknownFields }: ChangedInsight,
    rows: RelatedRows,
  ): LoggedChange[] {
    const { row } = before
    const received = sentColumns.map(({ read }) => read(insight))
    const changed: Record<string, unknown> = differences(sentNames, before.values, received)
    connection.run(
      `UPDATE insights SET own_change = NULL, confirmed_at = NULL, added_sync = coalesce(added_sync, ?),
              content_hash = ?, unknown_fields = ?, ${columnNames.map((name) => `${name} = ?`).join(', ')}
       WHERE row = ?`,
      [sync, hash, namesAsText(unknownFields), ...valuesOf(insight), row],
    )
    if ('title' in changed || 'description' in changed) {
      connection.run('DELETE FROM insights_fts WHERE rowid = ?', [row])
      connection.run('INSERT INTO insights_fts (rowid, title, description) VALUES (?, ?, ?)', [
        row,
        indexedText(insight.title),
        indexedText(insight.description),
      ])
    }
    if ('strengthScore' in changed || 'momentumScore' in changed || 'combinedScore' in changed) {
      recordScores(scope, row, row)
    }
    Object.assign(changed, changeEmbedding(scope, row, insight))
    const links = changeLinks(scope, { row, insight }, rows)
    if (Object.keys(links).length > 0) hasDroppedLinks = true
    Object.assign(changed, links)
    if (before.addedSync === null) {
      // Until now it was only what the person had asked for.
      logAdded(scope, { record: 'insight', table: 'insights', first: row, last: row })
      recordScores(scope, row, row)
      remember(row, insight, hash, unknownFields, 'added')
      return []
    }
    const isChanged = Object.keys(changed).length > 0
    remember(row, insight, hash, unknownFields, isChanged ? 'changed' : 'unchanged')
    return isChanged ? [{ record: 'insight', id: insight.id, change: 'changed', before: changed }] : []
  }

  function remember(
    row: number,
    insight: ReceivedInsight,
    hash: string | null,
    unknownFields: readonly string[],
    found: 'added' | 'changed' | 'unchanged',
  ): void {
    rememberItem(known, {
      row,
      id: insight.id,
      hash,
      hasRelationships: insightColumns.some(({ name, read }) => name === 'has_relationships' && read(insight) === 1),
      unknownFields: namesAsText(unknownFields),
      found,
    })
  }

  return {
    write(items) {
      const rows = related.write(items.map(({ item }) => item))
      const waiting = new Map(items.map((changed) => [changed.item.id, changed]))
      const knownRows = items.flatMap(({ item }) => known.byId.get(item.id)?.row ?? [])
      const logged: LoggedChange[] = []
      for (const before of readRows(scope, knownRows)) {
        const changed = waiting.get(before.id)
        if (changed === undefined) continue
        waiting.delete(changed.item.id)
        logged.push(...change(before, changed, rows))
      }
      logChanges(scope, logged)
      add([...waiting.values()], rows)
    },
    get hasDroppedLinks() {
      return hasDroppedLinks
    },
  }
}

const storedInsight: RowSchema<StoredRecord & { readonly addedSync: number | null }> = (() => {
  const record = storedRecord(sentNames)
  const own = rowOf({ addedSync: column.numberOrNull })
  return { read: (stored) => ({ ...record.read(stored), ...own.read(stored) }) }
})()

type StoredInsight = ReturnType<typeof storedInsight.read>

function readRows({ connection }: SyncScope, rows: readonly number[]): StoredInsight[] {
  if (rows.length === 0) return []
  return connection.all(
    `SELECT row, added_sync, ${sentNames.join(', ')} FROM insights WHERE row IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(rows)],
    storedInsight,
  )
}

function recordScores({ connection, sync }: SyncScope, first: number, last: number): void {
  connection.run(
    `INSERT OR REPLACE INTO score_history
       (workspace, insight_id, sync, strength_score, momentum_score, combined_score)
     SELECT workspace, id, ?, strength_score, momentum_score, combined_score FROM insights
     WHERE row BETWEEN ? AND ?`,
    [sync, first, last],
  )
}

function changeEmbedding({ connection }: SyncScope, row: number, insight: ReceivedInsight): Record<string, unknown> {
  const numbers = embeddingBytes(insight.topicEmbeddings)
  const before =
    connection.value('SELECT numbers FROM insight_embeddings WHERE insight = ?', [row], column.bytes) ?? null
  if (before === null ? numbers === null : numbers !== null && before.equals(numbers)) return {}
  connection.run('DELETE FROM insight_embeddings WHERE insight = ?', [row])
  if (numbers !== null) bulkInsert(connection, 'insight_embeddings', ['insight', 'numbers'], [[row, numbers]])
  return { topicEmbeddings: before === null ? null : before.toString('base64') }
}
