// The statements that libraries of this test process carry out, so that a test can count them and look at their plans.
import Database from 'libsql'
import { vi } from 'vitest'

export interface WatchedStatement {
  readonly sql: string
  /**
   * How the database would carry it out, a line for each step. The driver goes on reading what there is now: open the
   * library again afterwards.
   */
  plan(): readonly string[]
}

interface Prepared {
  run(values: readonly unknown[]): unknown
  all(values: readonly unknown[]): unknown[]
  iterate(values: readonly unknown[]): unknown
}

/** For libraries that are opened afterwards. Gives what takes those carried out since it was called before. */
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
        seen.push({ sql, plan })
        return work.call(statement, values)
      }
    return { run: watched(statement.run), all: watched(statement.all), iterate: watched(statement.iterate) }
  })
  return () => seen.splice(0)
}
