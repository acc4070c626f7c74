// Tracks which tables were read for a cached result, and which have changed since. The driver tells neither, so each
// statement is searched for names that follow FROM, JOIN or a comma: a name too many costs another read.
import type { Connection } from './connection'

/** Gets every statement that was executed. */
export interface StatementObserver {
  onRead(sql: string): void
  /** It wrote at least one row. */
  onWrite(sql: string): void
}

export interface TableUse extends StatementObserver {
  /** Changes whenever anything was written. */
  revision(): number
  /** Changes whenever one of these tables was written to. */
  revisionOf(tables: ReadonlySet<string>): number
  /** Includes the tables that `work` read. */
  during<T>(work: () => T): { readonly result: T; readonly tables: ReadonlySet<string> }
  /** Records the use of a result that was read from these tables earlier. */
  reuse(tables: ReadonlySet<string>): void
  /** The transaction is done: its writes count from now on. */
  committed(): void
  rolledBack(): void
}

export function createTableUse(connection: Connection): TableUse {
  const effects = readEffects(connection)
  const revisions = new Map<string, number>()
  const written = new Set<string>()
  let used: Set<string> | null = null
  let revision = 0

  const tablesRead = keptFor(
    (sql) => new Set([...sql.matchAll(/(?:\bFROM|\bJOIN|,)\s+(\w+)/g)].map(([, name = '']) => name)),
  )
  const tablesWritten = keptFor((sql) => {
    const found = removes.test(sql) ? effects.ofRemoval : effects.ofChange
    return new Set(findWritten(sql).flatMap((table) => [...(found.get(table) ?? [table])]))
  })

  function use(tables: ReadonlySet<string>): void {
    if (used !== null) for (const table of tables) used.add(table)
  }

  return {
    onRead(sql) {
      if (used !== null) use(tablesRead(sql))
    },
    onWrite(sql) {
      for (const table of tablesWritten(sql)) written.add(table)
    },
    revision: () => revision,
    revisionOf: (tables) => [...tables].reduce((sum, table) => sum + (revisions.get(table) ?? 0), 0),
    during(work) {
      const outer = used
      const tables = new Set<string>()
      used = tables
      try {
        return { result: work(), tables }
      } finally {
        used = outer
        use(tables)
      }
    },
    reuse: use,
    committed() {
      revision += 1
      for (const table of written) revisions.set(table, (revisions.get(table) ?? 0) + 1)
      written.clear()
    },
    rolledBack: () => written.clear(),
  }
}

/** Searches each statement once. */
function keptFor(find: (sql: string) => ReadonlySet<string>): (sql: string) => ReadonlySet<string> {
  const kept = new Map<string, ReadonlySet<string>>()
  return (sql) => {
    const tables = kept.get(sql) ?? find(sql)
    kept.set(sql, tables)
    return tables
  }
}

const findWritten = (sql: string) =>
  [...sql.matchAll(/\b(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM)\s+(\w+)/g)].map(
    ([, table = '']) => table,
  )

const removes = /\bDELETE FROM\b|\bREPLACE\b/

type Effects = ReadonlyMap<string, ReadonlySet<string>>

/** By table, itself and all tables written with it: by triggers, and by foreign keys where rows are removed. */
function readEffects(connection: Connection): { readonly ofChange: Effects; readonly ofRemoval: Effects } {
  const schema = connection.all("SELECT type, tbl_name, sql FROM sqlite_schema WHERE type IN ('table', 'trigger')")
  const pairs = schema.flatMap(({ type, tbl_name: name, sql }) => {
    const [table, text] = [String(name), String(sql)]
    if (type === 'trigger') return findWritten(text).map((to) => ({ from: table, to, isCascade: false }))
    const parents = [...text.matchAll(/REFERENCES (\w+) \(\w+\) ON DELETE CASCADE/g)]
    return parents.map(([, parent = '']) => ({ from: parent, to: table, isCascade: true }))
  })
  function closure(table: string, withCascades: boolean, found = new Set<string>()): ReadonlySet<string> {
    if (found.has(table)) return found
    found.add(table)
    for (const { from, to, isCascade } of pairs) {
      if (from === table && (withCascades || !isCascade)) closure(to, withCascades, found)
    }
    return found
  }
  const tables = [...new Set(pairs.map(({ from }) => from))]
  const effects = (withCascades: boolean) => new Map(tables.map((table) => [table, closure(table, withCascades)]))
  return { ofChange: effects(false), ofRemoval: effects(true) }
}
