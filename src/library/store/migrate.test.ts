import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrations } from '../migrations/all'
import { type Connection, connect } from './connection'
import { migrate } from './migrate'

let connection: Connection
beforeEach(() => {
  connection = connect({ file: null, key: null })
})
afterEach(() => connection.close())

const version = () => connection.get('PRAGMA user_version')?.user_version
const tables = () =>
  connection.all("SELECT name FROM sqlite_schema WHERE name IN ('one', 'two')").map(({ name }) => name)
const one = { version: 1, sql: 'CREATE TABLE one (x)' }
const two = { version: 2, sql: 'CREATE TABLE two (x); INSERT INTO two VALUES (1)' }

it('numbers its migrations without a gap', () => {
  expect(migrations.map((migration) => migration.version)).toEqual(migrations.map((_, place) => place + 1))
})

it('does what is missing, once', () => {
  migrate(connection, [one])
  migrate(connection, [one, two])
  migrate(connection, [one, two])
  expect(version()).toBe(2)
  expect(tables()).toEqual(['one', 'two'])
})

it('leaves nothing of a migration that failed', () => {
  expect(() => migrate(connection, [one, { version: 2, sql: 'CREATE TABLE two (x); nonsense' }])).toThrow()
  expect(version()).toBe(1)
  expect(tables()).toEqual(['one'])
})

it('does not touch a database of a newer version', () => {
  migrate(connection, [one, two])
  expect(() => migrate(connection, [one])).toThrow(expect.objectContaining({ code: 'LIBRARY_UNAVAILABLE' }))
})
