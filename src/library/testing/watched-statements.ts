// The statements that libraries of this test process carry out, so that a test can count them and look at their plans.
import Database from 'libsql'
import { vi } from 'vitest'

export interface WatchedStatement {
  readonly sql: string
  /**
   * The query plan, a line for each step. The driver goes on reading the present state: open the library again
   * afterwards.
   */
  plan(): readonly string[]
  /** Tables whose rows it would read, as no index covers the query. Keeps a reader, as `plan` does. */
  tablesRead(): readonly string[]
  /** Number of rows returned so far. */
  rows(): number
}

interface Prepared {
  run(values: readonly unknown[]): unknown
  all(values: readonly unknown[]): unknown[]
  iterate(values: readonly unknown[]): unknown
}

/** A step of a statement's program: a cursor `p1` is opened on a root page `p2`, and a column is read from it. */
interface ProgramStep {
  readonly opcode: string
  readonly p1: number
  readonly p2: number
}

/** Watches libraries that are opened afterwards. Returns a function that takes the statements since its last call. */
export function watchStatements(): () => readonly WatchedStatement[] {
  const seen: WatchedStatement[] = []
  const prepare = Database.prototype.prepare as (sql: string) => Prepared
  const spy = vi.spyOn(Database.prototype, 'prepare') as unknown as {
    mockImplementation(work: (this: object, sql: string) => Prepared): void
  }
  spy.mockImplementation(function (sql) {
    const statement = prepare.call(this, sql)
    const watched =
      <Result>(work: (values: readonly unknown[]) => Result) =>
      (values: readonly unknown[]) => {
        const plan = () =>
          (prepare.call(this, `EXPLAIN QUERY PLAN ${sql}`).all(values) as { detail: string }[]).map(
            ({ detail }) => detail,
          )
        const tablesRead = () => {
          const steps = prepare.call(this, `EXPLAIN ${sql}`).all(values) as ProgramStep[]
          const tables = prepare.call(this, `SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'`).all([])
          const nameOf = new Map(
            (tables as { name: string; rootpage: number }[]).map((each) => [each.rootpage, each.name]),
          )
          return steps
            .filter(({ opcode }) => opcode === 'OpenRead')
            .filter((open) => steps.some(({ opcode, p1 }) => opcode === 'Column' && p1 === open.p1))
            .flatMap(({ p2 }) => nameOf.get(p2) ?? [])
        }
        let rows = 0
        seen.push({ sql, plan, tablesRead, rows: () => rows })
        return counted(work.call(statement, values), () => (rows += 1))
      }
    return { run: watched(statement.run), all: watched(statement.all), iterate: watched(statement.iterate) }
  })
  return () => seen.splice(0)
}

/** Calls back for each row that was returned, or is being read. */
function counted<Result>(result: Result, onRow: () => void): Result {
  if (Array.isArray(result)) {
    for (const _ of result) onRow()
    return result
  }
  const isRead = typeof result === 'object' && result !== null && Symbol.iterator in result
  return isRead ? (countedOneByOne(result as Iterable<unknown>, onRow) as Result) : result
}

function* countedOneByOne(rows: Iterable<unknown>, onRow: () => void) {
  for (const row of rows) {
    onRow()
    yield row
  }
}
