import { expect, it } from 'vitest'
import { createListCache } from '../queries/list-cache'
import { connect } from './connection'
import { migrate } from './migrate'
import { createTableUse } from './table-use'

function setUp() {
  const connection = connect({ file: null, key: null })
  migrate(connection)
  connection.run("INSERT INTO workspaces (row, organisation_id, workspace_id) VALUES (1, 'o', 'w')")
  const tables = createTableUse(connection)
  connection.observe(tables)
  const write = (sql: string) => {
    connection.run(sql)
    tables.committed()
  }
  const changes = (names: readonly string[], sql: string) => {
    const before = names.map((name) => tables.revisionOf(new Set([name])))
    write(sql)
    return names.filter((name, place) => tables.revisionOf(new Set([name])) !== before[place])
  }
  return { connection, tables, write, changes }
}

const metric = (id: string) =>
  `INSERT INTO metrics (workspace, metric_id, label, added_at) VALUES (1, '${id}', 'l', '2025-01-01')`
const change = `INSERT INTO journal (change_id, workspace, kind, target_id, body, created_at, state, attempts, mac)
  VALUES ('c', 1, 'createInsight', 't', '{}', '2025-01-01', 'waiting', 0, x'00')`

it('counts a write for its table, and for tables written by its triggers and foreign keys', () => {
  const { changes } = setUp()
  const tables = ['metrics', 'metrics_fts', 'journal', 'insights', 'insights_fts', 'insight_feedback', 'feedback']
  expect(changes(tables, metric('m'))).toEqual(['metrics', 'metrics_fts'])
  expect(changes(tables, change)).toEqual(['journal'])
  const gone = ['journal', 'insights', 'insights_fts', 'insight_feedback']
  expect(changes(tables, "DELETE FROM journal WHERE change_id = 'c'")).toEqual(gone)
})

it('counts nothing for a statement that writes no row or a transaction that is rolled back', () => {
  const { connection, tables, changes } = setUp()
  expect(changes(['metrics'], 'DELETE FROM metrics')).toEqual([])
  connection.exec('BEGIN')
  connection.run(metric('m'))
  connection.rollback()
  tables.rolledBack()
  expect(changes(['metrics'], 'DELETE FROM drafts')).toEqual([])
})

it('recomputes a value built from other cached values when one of their tables changes', () => {
  const { connection, tables, write } = setUp()
  const cache = createListCache(tables)
  const count = (table: string) =>
    cache.value([table], () => Number(connection.all(`SELECT count(*) AS n FROM ${table}`)[0]?.n))
  let made = 0
  const sum = () =>
    cache.value(['sum'], () => {
      made += 1
      return count('metrics') + count('topics')
    })
  count('metrics')
  expect([sum(), sum(), made]).toEqual([0, 0, 1])
  write("INSERT INTO drafts (workspace, field_values, saved_at) VALUES (1, '{}', '2025-01-01')")
  expect([sum(), made]).toEqual([0, 1])
  write(metric('m'))
  expect([sum(), made]).toEqual([1, 2])
})

it('reads only the rows that are not cached, or whose table was written to', () => {
  const { connection, tables, write } = setUp()
  const cache = createListCache(tables)
  const read: (readonly number[])[] = []
  const rows = (wanted: readonly number[]) =>
    cache.rows('metrics', wanted, (missing) => {
      read.push(missing)
      const sql = 'SELECT row, metric_id FROM metrics WHERE row IN (SELECT value FROM json_each(?))'
      return connection.all(sql, [JSON.stringify(missing)]).map(({ row, metric_id: id }) => [Number(row), id] as const)
    })
  for (const id of ['a', 'b', 'c']) write(metric(id))
  expect([rows([1, 2]), rows([2, 3]), rows([3, 9, 1])]).toEqual([
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
  ])
  expect(read).toEqual([[1, 2], [3], [9]])
  write("UPDATE metrics SET metric_id = 'z' WHERE row = 1")
  expect(rows([1])).toEqual(['z'])
})
