import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Connection, connect } from './connection'
import { column, rowOf } from './row'

let connection: Connection
beforeEach(() => {
  connection = connect({ file: null, key: null })
})
afterEach(() => connection.close())

const record = rowOf({
  ownerId: column.textOrNull,
  hideContent: column.flag,
  strength: column.number,
  numbers: column.bytes,
  pros: column.json<readonly string[]>(),
  label: column.orElse(column.text, 'none'),
  title: column.mapped(column.text, (text) => text.trim()),
})

const select = (changes: Readonly<Record<string, string>> = {}) => {
  const values = {
    ...{ owner_id: 'NULL', hide_content: '1', strength: '0.5', numbers: "x'07'", pros: `'["a"]'`, label: 'NULL' },
    title: "' T '",
    ...changes,
  }
  const columns = Object.entries(values).map(([name, value]) => `${value} AS ${name}`)
  return connection.all(`SELECT ${columns.join(', ')}`, [], record)
}

it('reads each field from its column, in its type', () => {
  expect(select()).toEqual([
    {
      ...{ ownerId: null, hideContent: true, strength: 0.5, numbers: Buffer.from([7]), pros: ['a'] },
      ...{ label: 'none', title: 'T' },
    },
  ])
  expect(select({ owner_id: "'o'", hide_content: '0', label: "'l'" })).toMatchObject([
    { ownerId: 'o', hideContent: false, label: 'l' },
  ])
})

it.each([
  ['owner_id', '7'],
  ['hide_content', '2'],
  ['hide_content', 'NULL'],
  ['strength', "'0.5'"],
  ['numbers', "'07'"],
  ['title', 'NULL'],
  ['label', '7'],
])('refuses a value that the column %s cannot have: %s', (name, value) => {
  expect(() => select({ [name]: value })).toThrow(new RegExp(`The column ${name} holds no`))
})

it('refuses a row without the column', () => {
  expect(() => connection.get('SELECT 1 AS other', [], rowOf({ id: column.text }))).toThrow(
    'The column id holds no text',
  )
})

it('returns one row, one value, or undefined when there is none', () => {
  const none = 'SELECT 1 AS id WHERE 0'
  expect(connection.get('SELECT 1 AS id', [], rowOf({ id: column.number }))).toEqual({ id: 1 })
  expect(connection.get(none, [], rowOf({ id: column.number }))).toBeUndefined()
  expect(connection.value('SELECT ?', ['text'], column.text)).toBe('text')
  expect(connection.value(none, [], column.number)).toBeUndefined()
})
