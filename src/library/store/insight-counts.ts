// The number of insights per workspace, stored beside the insights. Lost or garbled pages can read as fewer rows without
// an error; then the stored number and the count differ, which is checked whenever a file is opened. Lists show the stored
// number, so that no write makes them count all insights again.
//
// Triggers maintain it one insight at a time: a number counted at the end of a sync would take damage for the truth.
import type { Connection } from './connection'
import { UnreadableDatabase } from './driver-errors'
import { column } from './row'

const keyOf = (row: string) => `'insights in ' || ${row}.workspace`
const prefix = 'insights in '

const trigger = (name: string, event: string, row: string, step: number) => `
CREATE TRIGGER IF NOT EXISTS ${name} AFTER ${event} ON insights BEGIN
  INSERT INTO meta (key, value) VALUES (${keyOf(row)}, '${step}')
    ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + ${step};
END;`

/** Not part of a migration: whichever shape the database has, its insights are counted from the first open on. */
export function keepInsightCounts(connection: Connection): void {
  const hasTriggers = connection.get("SELECT 1 AS found FROM sqlite_schema WHERE name = 'insight_counted'")
  if (hasTriggers !== undefined) return
  connection.transaction(() => {
    connection.exec(trigger('insight_counted', 'INSERT', 'new', 1) + trigger('insight_uncounted', 'DELETE', 'old', -1))
    for (const [workspace, count] of countInsights(connection)) {
      connection.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', [prefix + workspace, String(count)])
    }
  })
}

/** Reads one index, the smallest that has every insight. */
export function demandInsightCounts(connection: Connection): void {
  const hasTriggers = connection.get("SELECT 1 AS found FROM sqlite_schema WHERE name = 'insight_counted'")
  if (hasTriggers === undefined) return
  const counted = countInsights(connection)
  const kept = connection.all('SELECT key, value FROM meta WHERE key LIKE ?', [`${prefix}%`])
  const expected = new Map(kept.map(({ key, value }) => [String(key).slice(prefix.length), Number(value)]))
  const workspaces = new Set([...counted.keys(), ...expected.keys()])
  for (const workspace of workspaces) {
    if ((counted.get(workspace) ?? 0) !== (expected.get(workspace) ?? 0)) throw new UnreadableDatabase('corrupt')
  }
}

export function storedInsightCount(connection: Connection, workspace: number): number {
  const sql = 'SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?'
  // No insight was ever stored where there is no number.
  return connection.value(sql, [prefix + workspace], column.number) ?? 0
}

function countInsights(connection: Connection): ReadonlyMap<string, number> {
  const counts = connection.all('SELECT workspace, count(*) AS insights FROM insights GROUP BY workspace')
  return new Map(counts.map(({ workspace, insights }) => [String(workspace), Number(insights)]))
}
