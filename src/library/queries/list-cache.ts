// Results that are computed from the whole of a list: orders, the rows that a filter or the typed words leave, counts. They
// are cached until something is written to the tables that they were read from, so typing another letter only searches, and
// a change of a metric leaves the order of 600,000 pieces of feedback. The input of a result is read while it is made,
// never before: only then are its dependencies known.
import type { Connection, SqlValue } from '../store/connection'
import type { StoreContext } from '../store/context'
import { column, type RowSchema } from '../store/row'

/** Orders of a few sorts, filters and the last words typed; a list of 100,000 rows is about 1 MB. */
const maxKept = 24

/** Records of one kind as its list shows them; counting their relations costs far more than caching them. */
const maxRows = 5_000

export interface ListCache {
  list(key: readonly unknown[], make: () => readonly number[]): readonly number[]
  /** Records by their row numbers, `missing` of which are read. */
  rows<Row>(
    name: string,
    wanted: readonly number[],
    read: (missing: readonly number[]) => Iterable<readonly [number, Row]>,
  ): Row[]
  value<T>(key: readonly unknown[], make: () => T): T
}

/** A result with the tables that it was made from, and their revision then. */
interface Kept<T> {
  readonly value: T
  readonly tables: ReadonlySet<string>
  readonly revision: number
}

type Tables = StoreContext['tables']

export function createListCache(tables: Tables): ListCache {
  const lists = createShelf<readonly number[]>(tables)
  /** The name of each stands for its type, as with the rows. */
  const values = createShelf<unknown>(tables)
  const rows = createShelf<Map<number, unknown>>(tables)

  return {
    list: (key, make) => lists(JSON.stringify(key), make),
    value: <T>(key: readonly unknown[], make: () => T) => values(JSON.stringify(key), make) as T,
    rows<Row>(
      name: string,
      wanted: readonly number[],
      read: (missing: readonly number[]) => Iterable<readonly [number, Row]>,
    ) {
      const known = rows(name, () => new Map(read(wanted))) as Map<number, Row>
      const missing = wanted.filter((row) => !known.has(row))
      if (missing.length > 0) {
        if (known.size > maxRows) known.clear()
        for (const [row, record] of read(known.size === 0 ? wanted : missing)) known.set(row, record)
      }
      return wanted.map((row) => known.get(row)).filter((record) => record !== undefined)
    },
  }
}

/** Keeps results by name until something is written to a table that they were made from. The least recently used goes first. */
function createShelf<T>(tables: Tables): <Made extends T>(name: string, make: () => Made) => Made {
  const kept = new Map<string, Kept<T>>()
  let revision = -1

  function dropOutdated(): void {
    if (revision === tables.revision()) return
    revision = tables.revision()
    for (const [name, each] of kept) if (tables.revisionOf(each.tables) !== each.revision) kept.delete(name)
  }

  function make<Made extends T>(work: () => Made): Kept<Made> {
    const made = tables.during(work)
    return { value: made.result, tables: made.tables, revision: tables.revisionOf(made.tables) }
  }

  return <Made extends T>(name: string, work: () => Made) => {
    dropOutdated()
    const known = kept.get(name) as Kept<Made> | undefined
    if (known !== undefined) tables.reuse(known.tables)
    const entry = known ?? make(work)
    kept.delete(name)
    kept.set(name, entry)
    const oldest = kept.keys().next().value
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return entry.value
  }
}

/** Reads rows as one text: taking 100,000 rows one by one out of the driver costs seven times as much. */
export function rowsOf(connection: Connection, sql: string, values: readonly SqlValue[]): readonly number[] {
  const found = connection.value(`SELECT group_concat(row) FROM (${sql})`, values, column.textOrNull)
  return Array.from(integersIn(found ?? ''))
}

/**
 * Parses rows joined with commas, in a third of the time that `split` and `Number` take. Into a typed array, as a growing
 * list is copied again and again.
 */
export function integersIn(text: string): Int32Array {
  const numbers = new Int32Array(Math.ceil(text.length / 2))
  let [count, number] = [0, 0]
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    if (code === comma) {
      numbers[count] = number
      count += 1
      number = 0
    } else number = number * 10 + code - zero
  }
  if (text === '') return numbers
  numbers[count] = number
  return numbers.subarray(0, count + 1)
}

const comma = 44
const zero = 48

/** The rows of the first list, in its order, that are in all the others too; null stands for everything. */
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

/** Schema for rows that are looked up by one of their columns, a row number, which `schema` need not have. */
export function keyedBy<T>(key: string, schema: RowSchema<T>): RowSchema<readonly [number, T]> {
  return { read: (stored) => [column.number(stored[key] ?? null, key), schema.read(stored)] }
}

/** Reads these rows in their order. `sql` has `row` among its columns; its one value is the list of rows. */
export function readInOrder<T>(
  connection: Connection,
  sql: string,
  rows: readonly number[],
  schema: RowSchema<T>,
): T[] {
  const found = new Map(connection.all(sql, [JSON.stringify(rows)], keyedBy('row', schema)))
  return rows.map((row) => found.get(row)).filter((record) => record !== undefined)
}
