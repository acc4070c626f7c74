// Copies the history of the syncs and of the person's reviews into a database that replaces another: the service does not
// have it. Rows of a sync keep their number, which everything else here refers to. They get a resource of their own, so
// that they are not taken for the age of the data in the new database.
import { firstSyncResource, historyResource, noSync } from '../ingest/change-log'
import type { Connection, SqlRow, SqlValue } from '../store/connection'
import { ensureWorkspace } from '../store/context'
import { columnsOf, readCarefully } from '../store/readable-text'

const orders = {
  syncs: 'row',
  score_history: 'sync',
  change_log: 'row',
  review_marks: 'sync',
  reviewed_changes: 'sync',
} as const

type Table = keyof typeof orders

/** Names before version 25, whose log had lines of other records, too. */
const formerNames: Readonly<Record<string, string>> = {
  ...{ review_marks: 'looks', reviewed_at: 'looked_at', can_undo: 'can_take_back' },
  ...{ previous_reviewed_at: 'previous_looked_at', insight_id: 'record_id' },
}
const isOfInsight = ({ record = 'insight' }: SqlRow) => record === 'insight'

/** Rows read of each table: more would need too much memory. */
const mostRows = 250_000

export type RecoveredHistory = readonly (readonly [Table, readonly SqlRow[]])[]

/**
 * Reads as much as possible. Marks of reviews, and the first sync as what was seen, are kept only with everything they
 * are compared with: news with gaps would pass for all of it. Reviewed changes may have gaps: a missing one is listed
 * again. Older databases have none.
 */
export function readHistory(old: Connection): RecoveredHistory {
  const tables = (Object.keys(orders) as Table[]).map((table) => [table, ...readRows(old, table)] as const)
  const isWhole = tables.every(([table, , isComplete]) => isComplete || table === 'reviewed_changes')
  const syncs = new Set(tables.flatMap(([table, rows]) => (table === 'syncs' ? rows.map(({ row }) => row) : [])))
  return tables.map(([table, rows]) => {
    if (table === 'review_marks' || table === 'reviewed_changes') return [table, isWhole ? rows : []]
    if (table === 'syncs') return [table, withResources(rows, isWhole)]
    // The next sync could get the number of one that was lost, and its rows.
    return [table, rows.filter(({ sync = null }) => sync === noSync || syncs.has(sync))]
  })
}

/** Sets the resources of syncs in their order. A database that was rebuilt before has its first sync from then or later. */
function withResources(syncs: readonly SqlRow[], isWhole: boolean): readonly SqlRow[] {
  const hasFirst = new Set<string>()
  return syncs.map((sync) => {
    const ids = idsIn(sync)
    // Older versions had lists of insights only.
    const isMark = ['insights', firstSyncResource].includes(String(sync.resource ?? 'insights'))
    if (!isWhole || !isMark || hasFirst.has(ids)) return { ...sync, resource: historyResource }
    hasFirst.add(ids)
    return { ...sync, resource: firstSyncResource }
  })
}

function readRows(old: Connection, table: Table): readonly [rows: readonly SqlRow[], isComplete: boolean] {
  const ending = `WHERE workspaces.row IS NOT NULL ORDER BY kept.${orders[table]} DESC LIMIT ${mostRows + 1}`
  const found = readCarefully(old, table, ending)
  const former = found.isComplete || found.rows.length > 0 ? undefined : formerNames[table]
  const { rows, isComplete } = former === undefined ? found : readCarefully(old, former, ending)
  return [rows.slice(0, mostRows).filter(isOfInsight).reverse(), isComplete && rows.length <= mostRows]
}

/** Writes history within the caller's transaction, into a database that has none. */
export function writeHistory(connection: Connection, history: RecoveredHistory): void {
  for (const [table, rows] of history) {
    // Row numbers of the log only give its order; the rest refers to those of syncs.
    const columns = columnsOf(connection, table)
      .map(({ name }) => name)
      .filter((name) => name !== 'row' || table === 'syncs')
    const places = columns.map(() => '?').join(', ')
    const sql = `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places})`
    const workspaces = new Map<string, number>()
    for (const row of rows) {
      const workspace = workspaceOf(connection, workspaces, row)
      const valueIn = (name: string): SqlValue => {
        return name === 'workspace' ? workspace : (row[name] ?? row[formerNames[name] ?? name] ?? null)
      }
      connection.run(sql, columns.map(valueIn))
    }
  }
}

function workspaceOf(connection: Connection, known: Map<string, number>, row: SqlRow): number {
  const ids = { organisationId: String(row.organisation_id), workspaceId: String(row.workspace_id) }
  const key = idsIn(row)
  const found = known.get(key) ?? ensureWorkspace(connection, ids)
  known.set(key, found)
  return found
}

const idsIn = (row: SqlRow) => `${String(row.organisation_id)} ${String(row.workspace_id)}`
