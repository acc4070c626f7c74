// Lists of row numbers: orders, and the rows that a filter or the words typed leave. Each list comes from one question
// to the database and is kept until something is written, so typing another letter only searches.
import type { Connection, SqlRow, SqlValue } from '../store/connection'

/** Orders of a few sorts, filters and the last words typed; a list of 100,000 rows is about 1 MB. */
const keptLists = 24

/** Records of one kind as its list shows them; counting what hangs on one costs far more than keeping it. */
const keptRows = 5_000

export interface KeptLists {
  list(key: readonly unknown[], make: () => readonly number[]): readonly number[]
  /** By row number; what is put in stays until something is written. */
  rows(name: string): Map<number, SqlRow>
}

export function createKeptLists(revision: () => number): KeptLists {
  let lists = new Map<string, readonly number[]>()
  let rows = new Map<string, Map<number, SqlRow>>()
  let keptRevision = -1

  function forgetOutdated(): void {
    if (keptRevision === revision()) return
    lists = new Map()
    rows = new Map()
    keptRevision = revision()
  }

  return {
    list(key, make) {
      forgetOutdated()
      const name = JSON.stringify(key)
      const list = lists.get(name) ?? make()
      // The one that was used longest ago goes first.
      lists.delete(name)
      lists.set(name, list)
      const oldest = lists.keys().next().value
      if (lists.size > keptLists && oldest !== undefined) lists.delete(oldest)
      return list
    },
    rows(name) {
      forgetOutdated()
      const known = rows.get(name)
      if (known !== undefined && known.size <= keptRows) return known
      const empty = new Map<number, SqlRow>()
      rows.set(name, empty)
      return empty
    },
  }
}

/** As one text: taking 100,000 rows one by one out of the driver costs seven times as much. */
export function rowsOf(connection: Connection, sql: string, values: readonly SqlValue[]): readonly number[] {
  const found = connection.get(`SELECT group_concat(row) AS rows FROM (${sql})`, values)?.rows
  return typeof found === 'string' && found !== '' ? found.split(',').map(Number) : []
}

/** In the order of the first list, what is in all the others too; null stands for everything. */
export function inAll(order: readonly number[], ...lists: readonly (readonly number[] | null)[]): readonly number[] {
  if (lists.every((list) => list === null)) return order
  const marks = new Uint8Array(order.reduce((largest, row) => Math.max(largest, row), 0) + 1)
  let wanted = 0
  for (const list of lists) {
    if (list === null) continue
    for (const row of list) if (marks[row] === wanted) marks[row] = wanted + 1
    wanted += 1
  }
  return order.filter((row) => marks[row] === wanted)
}

/** What `sql` selects (`row` among it) of these rows, in their order; its one value is the list of them. */
export function readInOrder(connection: Connection, sql: string, rows: readonly number[]): SqlRow[] {
  const places = new Map(rows.map((row, place) => [row, place]))
  return connection
    .all(sql, [JSON.stringify(rows)])
    .sort((a, b) => (places.get(Number(a.row)) ?? 0) - (places.get(Number(b.row)) ?? 0))
}
