import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../migrations/all'
import { type Connection, connect } from './connection'
import { migrate, runMigrations } from './migrate'

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

const schemaOf = (of: Connection) => of.all('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')

/** Full-text indexes make tables of their own, as AUTOINCREMENT does. */
const ownStatements = () =>
  connection
    .all(
      `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB '*_fts_*' AND name NOT GLOB 'sqlite_*'
       ORDER BY rowid`,
    )
    .map(({ sql }) => `${sql};`)

describe('the schema of a new database', () => {
  it('matches the generated file (to update: npm run test:unit -- migrate.test -u)', async () => {
    runMigrations(connection, migrations)
    const header = '// Where all migrations lead, for new databases. Generated: see store/migrate.test.ts.'
    const code = `${header}\nexport const schema = \`\n${ownStatements().join('\n\n')}\n\`\n`
    await expect(code).toMatchFileSnapshot('../migrations/schema.ts')
  })

  it('equals that of a database that ran every migration', () => {
    runMigrations(connection, migrations)
    const created = connect({ file: null, key: null })
    migrate(created)
    expect(schemaOf(created)).toEqual(schemaOf(connection))
    expect(created.get('PRAGMA user_version')).toEqual(connection.get('PRAGMA user_version'))
    created.close()
  })

  it('needs no rows, because the migrations leave none', () => {
    runMigrations(connection, migrations)
    const names = connection.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
    const filled = names.filter(({ name }) => connection.get(`SELECT 1 FROM "${name}"`) !== undefined)
    // Internal data of a full-text index.
    expect(filled.filter(({ name }) => !/_fts_(config|data)$/.test(String(name)))).toEqual([])
  })
})

it('runs each missing migration once', () => {
  runMigrations(connection, [one])
  runMigrations(connection, [one, two])
  runMigrations(connection, [one, two])
  expect(version()).toBe(2)
  expect(tables()).toEqual(['one', 'two'])
})

it('leaves no trace of a failed migration', () => {
  expect(() => runMigrations(connection, [one, { version: 2, sql: 'CREATE TABLE two (x); nonsense' }])).toThrow()
  expect(version()).toBe(1)
  expect(tables()).toEqual(['one'])
})

it('refuses a database of a newer version', () => {
  runMigrations(connection, [one, two])
  expect(() => runMigrations(connection, [one])).toThrow(expect.objectContaining({ code: 'LIBRARY_UNAVAILABLE' }))
})
