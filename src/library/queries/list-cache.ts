// What queries compute from the whole of a list: orders, the rows that a filter or the typed words leave, counts. It is
// cached until something is written, so typing another letter only searches.
import type { Connection, SqlValue } from '../store/connection'
import { column, type RowSchema } from '../store/row'

/** Orders of a few sorts, filters and the last words typed; a list of 100,000 rows is about 1 MB. */
const maxLists = 24

/** Records of one kind as its list shows them; counting their relations costs far more than caching them. */
const maxRows = 5_000

export interface ListCache {
  list(key: readonly unknown[], make: () => readonly number[]): readonly number[]
  /** By row number; what is put in stays until something is written. */
  rows<Row>(name: string): Map<number, Row>
  value<T>(key: readonly unknown[], make: () => T): T
}

export function createListCache(revision: () => number): ListCache {
  let lists = new Map<string, readonly number[]>()
  /** Each of the type that its name stands for, as are the values. */
  let rows = new Map<string, Map<number, unknown>>()
  let values = new Map<string, unknown>()
  let cachedRevision = -1

  function dropOutdated(): void {
    if (cachedRevision === revision()) return
    lists = new Map()
    rows = new Map()
    values = new Map()
    cachedRevision = revision()
  }

  return {
    list(key, make) {
      dropOutdated()
      const name = JSON.stringify(key)
      const list = lists.get(name) ?? make()
      // The least recently used goes first.
      lists.delete(name)
      lists.set(name, list)
      const oldest = lists.keys().next().value
      if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest)
      return list
    },
    rows<Row>(name: string) {
      dropOutdated()
      const known = rows.get(name) as Map<number, Row> | undefined
      if (known !== undefined && known.size <= maxRows) return known
      const empty = new Map<number, Row>()
      rows.set(name, empty)
      return empty
    },
    value<T>(key: readonly unknown[], make: () => T) {
      dropOutdated()
      const name = JSON.stringify(key)
      if (!values.has(name)) values.set(name, make())
      return values.get(name) as T
    },
  }
}

/** As one text: taking 100,000 rows one by one out of the driver costs seven times as much. */
export function rowsOf(connection: Connection, sql: string, values: readonly SqlValue[]): readonly number[] {
  const found = connection.value(`SELECT group_concat(row) FROM (${sql})`, values, column.textOrNull)
  return found ? numbersIn(found) : []
}

/** Of digits and commas; a third of the time that `split` and `Number` take. */
function numbersIn(text: string): readonly number[] {
  const numbers: number[] = []
  let number = 0
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    if (code === comma) {
      numbers.push(number)
      number = 0
    } else number = number * 10 + code - zero
  }
  numbers.push(number)
  return numbers
}

const comma = 44
const zero = 48

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
export function readInOrder<T>(
  connection: Connection,
  sql: string,
  rows: readonly number[],
  schema: RowSchema<T>,
): T[] {
  const found = new Map(connection.all(sql, [JSON.stringify(rows)]).map((stored) => [Number(stored.row), stored]))
  return rows.flatMap((row) => {
    const stored = found.get(row)
    return stored === undefined ? [] : [schema.read(stored)]
  })
}
