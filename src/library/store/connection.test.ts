import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { connect } from './connection'
import { column } from './row'

const openNumbers = () => {
  const connection = connect({ file: null, key: null })
  connection.exec('CREATE TABLE numbers (value INTEGER); INSERT INTO numbers VALUES (1), (2), (3)')
  return connection
}

const uses = {
  run: (connection) => connection.run('DELETE FROM numbers'),
  all: (connection) => connection.all('SELECT value FROM numbers'),
  each: (connection) => [...connection.each('SELECT value FROM numbers')],
  value: (connection) => connection.value('SELECT 1', [], column.number),
  exec: (connection) => connection.exec('DELETE FROM numbers'),
  transaction: (connection) => connection.transaction(() => 1),
} satisfies Record<string, (connection: ReturnType<typeof connect>) => unknown>

test.each(Object.entries(uses))('%s throws after close instead of ending the process', (_, use) => {
  const connection = openNumbers()
  use(connection)
  connection.close()
  expect(() => use(connection)).toThrow(expect.objectContaining({ code: 'LIBRARY_UNAVAILABLE' }))
})

test('iterating rows throws when the connection is closed midway', () => {
  const connection = openNumbers()
  const rows = connection.each('SELECT value FROM numbers')[Symbol.iterator]()
  expect(rows.next().value).toEqual({ value: 1 })
  connection.close()
  expect(() => rows.next()).toThrow(expect.objectContaining({ code: 'LIBRARY_UNAVAILABLE' }))
})

test('a closed connection can be rolled back and closed again', () => {
  const connection = openNumbers()
  connection.exec('BEGIN')
  connection.close()
  expect(() => connection.rollback()).not.toThrow()
  expect(() => connection.close()).not.toThrow()
})

test('a background commit does not block the calling thread', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'discovery-desk-connection-'))
  // Without a write-ahead log, a commit waits for readers.
  const target = { file: path.join(folder, 'library.db'), key: null, journalMode: 'DELETE' } as const
  const [writer, reader] = [connect(target), connect(target)]
  const countOf = (connection: typeof reader) =>
    connection.value('SELECT count(*) FROM numbers', [], column.number) ?? Number.NaN
  try {
    writer.exec('CREATE TABLE numbers (value INTEGER)')
    reader.exec('BEGIN')
    expect(countOf(reader)).toBe(0)
    writer.exec('BEGIN IMMEDIATE; INSERT INTO numbers VALUES (1)')
    const committing = writer.execInBackground('COMMIT')
    // On this thread it would wait for this until it gave up.
    reader.exec('COMMIT')
    await committing
    expect(countOf(reader)).toBe(1)
    await expect(writer.execInBackground('COMMIT')).rejects.toThrow('no transaction is active')
    writer.close()
    await expect(writer.execInBackground('COMMIT')).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
  } finally {
    reader.close()
    writer.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
