// The full-text indexes of all records but insights. All but that of feedback are filled in the transaction that writes
// their records. Feedback is far more text than all the rest and is searched seldom: indexing it with every sync would
// make a sync half as long again, so it is indexed when it is first searched, a piece at a time.

import { bulkInsert } from '../store/bulk-insert'
import type { Connection, SqlValue } from '../store/connection'
import type { StoreContext } from '../store/context'
import { nextMacrotask } from '../store/next-macrotask'
import { column, rowOf } from '../store/row'
import { indexedText } from './folded-text'

interface IndexedTable {
  /** SQL, as is each of `body`. */
  readonly title: string
  /** Joined into one column: which of them a word is in makes no difference. */
  readonly body: readonly string[]
}

const tables = {
  opportunities: { title: 'title', body: ['description'] },
  solutions: { title: 'title', body: ['description', 'prd'] },
  outcomes: { title: 'title', body: ['description'] },
  feedback: { title: 'title', body: ['content', 'source', 'submitted_by'] },
  knowledge: { title: 'title', body: ['description', 'source', 'provided_by'] },
  topics: { title: 'title', body: ['description'] },
  metrics: { title: 'label', body: ['metric_id'] },
  triage: { title: '(SELECT group_concat(value, char(10)) FROM json_each(labels))', body: ['note'] },
} satisfies Record<string, IndexedTable>

export type SearchedTable = keyof typeof tables

/** SQL of all indexed text of a record, in the order of the index. */
export function indexedSql(table: SearchedTable | 'insights'): string {
  if (table === 'insights') return 'title || char(10) || description'
  const { title, body }: IndexedTable = tables[table]
  return `concat_ws(char(10), ${[title, ...body].join(', ')})`
}

/** Rows of one step: ten to some tens of milliseconds of feedback. */
const pieceRows = 500
/** Pieces of one transaction. The person's changes wait for it. */
const piecesAtOnce = 4

type QueuedTable = Exclude<SearchedTable, 'feedback'>

const queuedRow = rowOf({ row: column.number })

/** Runs after writes to any table but feedback, in the same transaction. */
export function indexRecords(connection: Connection): void {
  for (const _ of indexPieces(connection));
}

/** The same, for a transaction that lets others run after each piece. */
export function* indexPieces(connection: Connection): Generator<undefined> {
  while (true) {
    // Triggers put each row here whose text was added or changed.
    const table = connection.value('SELECT table_name FROM text_queue LIMIT 1', [], column.textOf<QueuedTable>())
    if (table === undefined) return
    indexQueued(connection, table)
    yield
  }
}

function indexQueued(connection: Connection, table: QueuedTable): void {
  const rows = connection
    .all('SELECT row FROM text_queue WHERE table_name = ? ORDER BY row LIMIT ?', [table, pieceRows], queuedRow)
    .map(({ row }) => row)
  addToIndex(connection, table, 'row IN (SELECT value FROM json_each(?))', [JSON.stringify(rows)])
  connection.run('DELETE FROM text_queue WHERE table_name = ? AND row <= ?', [table, rows.at(-1) ?? 0])
}

/**
 * Makes the index of feedback complete. That waits for a sync that is under way; the first time it takes 10 s of work for
 * 600,000 pieces of feedback, while others are answered.
 */
export type CompleteFeedbackIndex = () => Promise<void>

export function createFeedbackIndex(context: StoreContext): CompleteFeedbackIndex {
  let completeAt = -1
  let completing: Promise<void> | null = null

  const readIsComplete = () =>
    context.read((connection) => {
      const asOf = context.tables.revision()
      if (!isFeedbackComplete(connection)) return false
      completeAt = asOf
      return true
    })

  async function complete(): Promise<void> {
    if (completeAt === context.tables.revision()) return
    // A sync in between changes records that were already passed.
    while (!(await readIsComplete()) && (await indexFeedback()));
  }

  /** Whether there was something to index. */
  async function indexFeedback(): Promise<boolean> {
    let hasIndexed = false
    for (let from: number | null = 0; from !== null; await nextMacrotask()) {
      const after: number = from
      from = await context.writeAtLength(async (connection, pause) => {
        let last: number | null = after
        for (let piece = 0; piece < piecesAtOnce && last !== null; piece += 1) {
          if (piece > 0) await pause?.()
          last = indexFeedbackPiece(connection, last)
          hasIndexed ||= last !== null
        }
        return last
      })
      await context.keepLogShort()
    }
    return hasIndexed
  }

  return () => {
    completing ??= complete().finally(() => {
      completing = null
    })
    return completing
  }
}

/** Index entries always match their records, so comparing the counts is enough. */
function isFeedbackComplete(connection: Connection): boolean {
  const sql = 'SELECT (SELECT count(*) FROM feedback) = (SELECT count(*) FROM feedback_fts_docsize)'
  return connection.value(sql, [], column.flag) ?? false
}

/** Returns the last row that was added, or null when there was none after `after`. */
function indexFeedbackPiece(connection: Connection, after: number): number | null {
  const where = 'row > ? AND NOT EXISTS (SELECT 1 FROM feedback_fts_docsize WHERE id = feedback.row)'
  return addToIndex(connection, 'feedback', `${where} ORDER BY row LIMIT ?`, [after, pieceRows])
}

const unindexedRow = rowOf({ row: column.number, title: column.text, body: column.text })

/** Returns the last row that was added, or null when there was none. */
function addToIndex(
  connection: Connection,
  table: SearchedTable,
  where: string,
  values: readonly SqlValue[],
): number | null {
  const { title, body }: IndexedTable = tables[table]
  const missing = connection.all(
    `SELECT row, coalesce(${title}, '') AS title, concat_ws(char(10), ${body.join(', ')}) AS body
     FROM ${table} WHERE ${where}`,
    values,
    unindexedRow,
  )
  bulkInsert(
    connection,
    `${table}_fts`,
    ['rowid', 'title', 'body'],
    missing.map((record) => [record.row, indexedText(record.title), indexedText(record.body)]),
  )
  return missing.at(-1)?.row ?? null
}
