// Takes in an answer's list of insights: new ones, and those whose bytes differ from the last time, are written with all
// their related records.
import type { ReceivedInsight } from '../../contract/resources/insight'
import { endOutdatedSnoozes, markInsights } from '../local/triage'
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
import {
  type ChangedItem,
  collectKnown,
  confirmedSince,
  type KnownItems,
  knownRow,
  namesAsText,
  type OpenImporter,
  type Pause,
  rememberItem,
} from './listed-kind'
import { showOwnInsightsAgain } from './own-insight'
import { readInsight } from './reading'
import { embeddingBytes, hasRelationships, insightColumns } from './record-columns'
import { removeInsight, removeUnlinked } from './remove-vanished'
import { addLinks, changeLinks, createRelatedWriter, type RelatedRows } from './write-related'

export const openInsights: OpenImporter<ReceivedInsight> = async (scope, settledBefore, pause) => {
  const known = await loadKnownInsights(scope, settledBefore, pause)
  const deletedOutcomes = confirmedSince(scope, 'deleteOutcome', settledBefore)
  const seenOpportunities = confirmedSince(scope, 'markAllSeen', settledBefore)
  const writer = createInsightWriter(scope, known)
  let hasRemoved = false
  return {
    known,
    expectsRelationships: true,
    read(bytes) {
      const read = readInsight(bytes)
      if (read.kind !== 'read') return read
      const { item } = read
      const outcomes = item.outcomes.filter(({ id }) => !deletedOutcomes.has(id))
      const seen = item.seen || item.opportunities.some(({ id }) => seenOpportunities.has(id))
      if (outcomes.length === item.outcomes.length && seen === item.seen) return read
      return { ...read, item: { ...item, outcomes, seen }, isWhole: false }
    },
    writer: {
      write: writer.write,
      remove(row) {
        removeInsight(scope, row)
        hasRemoved = true
      },
      *finish() {
        if (hasRemoved || writer.hasDroppedLinks()) yield* removeUnlinked(scope)
        if (hasRemoved) showOwnInsightsAgain(scope.connection, scope.workspace)
        endOutdatedSnoozes(scope.connection, scope.workspace)
      },
    },
  }
}

function loadKnownInsights(scope: SyncScope, settledBefore: number, pause: Pause | null): Promise<KnownItems> {
  const { connection, workspace } = scope
  const confirmed = JSON.stringify([...confirmedSince(scope, 'createInsight', settledBefore)])
  const sql = `SELECT row, id, content_hash AS hash, has_relationships, unknown_fields,
      own_change IS NOT NULL OR id IN (SELECT value FROM json_each(?)) AS is_kept
    FROM insights INDEXED BY insights_by_row WHERE workspace = ? AND row > ? ORDER BY row LIMIT ?`
  return collectKnown((after, rows) => connection.all(sql, [confirmed, workspace, after, rows], knownRow), pause)
}

type ChangedInsight = ChangedItem<ReceivedInsight>

/**
 * Fields that change in every insight whenever the service calculates its scores, which may be each hour. The scores are in
 * the score history; a line in the log for each would be most of the file after some months, and nothing reads it.
 */
const ofCalculation: ReadonlySet<string> = new Set([
  ...['strengthScore', 'momentumScore', 'combinedScore', 'lastScoreCalculatedAt', 'updatedAt'],
])

const columnNames = insightColumns.map(({ name }) => name)
const sentColumns = insightColumns.filter(({ isDerived }) => isDerived !== true)
const sentNames = sentColumns.map(({ name }) => name)
const ownColumns = ['row', 'workspace', 'added_sync', 'content_hash', 'unknown_fields']

const valuesOf = (insight: ReceivedInsight) => insightColumns.map(({ read }) => read(insight))

export function createInsightWriter(scope: SyncScope, known: KnownItems) {
  const { connection, workspace, sync } = scope
  const related = createRelatedWriter(scope)
  let next = nextRow(connection, 'insights')
  let hasDroppedLinks = false
  const hasTriage =
    connection.get('SELECT 1 AS found FROM triage WHERE workspace = ? LIMIT 1', [workspace]) !== undefined

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
    if (hasTriage) markInsights(connection, 'row BETWEEN ? AND ?', [first, next - 1])
    logAdded(scope, { first, last: next - 1 })
    recordScores(scope, first, next - 1)
    for (const [place, changed] of items.entries()) remember(first + place, changed, 'added')
  }

  function change(before: StoredInsight, item: ChangedInsight, rows: RelatedRows): LoggedChange[] {
    const { row } = before
    const { item: insight, hash, unknownFields } = item
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
    const hasMoved = 'strengthScore' in changed || 'momentumScore' in changed || 'combinedScore' in changed
    // The scores of an answer belong to no sync: the first list that has the insight dates them.
    if (hasMoved || before.confirmedAt !== null) recordScores(scope, row, row)
    Object.assign(changed, changeEmbedding(scope, row, insight))
    const links = changeLinks(scope, { row, insight }, rows)
    if (Object.keys(links).length > 0) hasDroppedLinks = true
    Object.assign(changed, links)
    if (before.addedSync === null) {
      // Until now it existed only because the person had asked for it.
      logAdded(scope, { first: row, last: row })
      recordScores(scope, row, row)
      remember(row, item, 'added')
      return []
    }
    const names = Object.keys(changed)
    remember(row, item, names.length > 0 ? 'changed' : 'unchanged')
    const isLogged = names.some((name) => !ofCalculation.has(name))
    return isLogged ? [{ id: insight.id, change: 'changed', before: changed }] : []
  }

  function remember(row: number, changed: ChangedInsight, found: 'added' | 'changed' | 'unchanged'): void {
    rememberItem(known, changed, { row, found, hasRelationships: hasRelationships(changed.item) })
  }

  return {
    /** Writes insights, each id at most once. */
    write(items: readonly ChangedInsight[]): void {
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
    /** Links were removed, so some records may be left that nothing is linked to. */
    hasDroppedLinks: () => hasDroppedLinks,
  }
}

interface OwnColumns {
  readonly addedSync: number | null
  /** null unless the service accepted it and no list had it yet. */
  readonly confirmedAt: string | null
}

const storedInsight: RowSchema<StoredRecord & OwnColumns> = (() => {
  const record = storedRecord(sentNames)
  const own = rowOf({ addedSync: column.numberOrNull, confirmedAt: column.textOrNull })
  return { read: (stored) => ({ ...record.read(stored), ...own.read(stored) }) }
})()

type StoredInsight = ReturnType<typeof storedInsight.read>

function readRows({ connection }: SyncScope, rows: readonly number[]): StoredInsight[] {
  if (rows.length === 0) return []
  return connection.all(
    `SELECT row, added_sync, confirmed_at, ${sentNames.join(', ')} FROM insights WHERE row IN (SELECT value FROM json_each(?))`,
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
