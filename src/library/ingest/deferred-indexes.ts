// Makes the indexes of a first sync at its end. Its rows come in the order of no index, so adding each row to each index
// takes longer than sorting all rows once for each. Within the transaction of the sync, so nobody sees a table without
// its indexes, and a sync that stops leaves them as they were.
import type { Connection } from '../store/connection'
import { column, rowOf } from '../store/row'
import type { Pause } from './listed-kind'

/** Shorter answers gain nothing: some 800 insights with embeddings. */
export const fewBytes = 4 * 1024 * 1024

/**
 * SQLite sorts in memory, since its temporary files would not be encrypted: up to 60 MB for 600,000 pieces of feedback. The
 * cache of pages gives up half of that meanwhile, as each page is needed once.
 */
const cacheMeanwhileKib = 4 * 1024

/** Those with most indexes and most rows. */
const tables = ['insights', 'feedback']

/** Read by the sync itself, in the order of the tables, which is also the order in which rows come. */
const readBySyncs: ReadonlySet<string> = new Set(['insights_by_row', 'feedback_by_row'])

const indexRow = rowOf({ name: column.text, sql: column.text })

/** Drops the indexes of tables without a row. The returned function makes them again. */
export function deferIndexes(connection: Connection): (pause: Pause | null) => Promise<void> {
  const dropped: string[] = []
  for (const table of tables) {
    // Another workspace has rows here: its indexes stay, as making them again would take as long as they are large.
    if (connection.get(`SELECT 1 AS found FROM ${table} LIMIT 1`) !== undefined) continue
    const indexes = connection.all(
      // Those without SQL belong to a UNIQUE constraint.
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL ORDER BY rowid`,
      [table],
      indexRow,
    )
    for (const { name, sql } of indexes) {
      if (readBySyncs.has(name)) continue
      connection.exec(`DROP INDEX ${name}`)
      dropped.push(sql)
    }
  }
  return async (pause) => {
    connection.limitCache(cacheMeanwhileKib)
    try {
      for (const sql of dropped) {
        // Without a pause others use the same connection.
        if (pause === null) connection.exec(sql)
        else {
          await connection.execInBackground(sql)
          await pause()
        }
      }
    } finally {
      connection.limitCache()
    }
  }
}
