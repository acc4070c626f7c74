import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Connection, connect } from '../store/connection'
import { newChange, openTestLibrary, type TestLibrary } from '../testing/opened-library'
import { readUnsentLog, unsentSuffix } from './unsent-log'
import { createUnsentLogWriter } from './unsent-log-writer'

const environment = 'sandbox'
let open: TestLibrary
let file: string
let connection: Connection
beforeEach(async () => {
  open = await openTestLibrary('file')
  file = open.file ?? ''
  for (const number of [1, 2]) await open.library.addChange(newChange(number))
  await open.library.close({ environment })
  connection = connect({ file, key: open.key })
})
afterEach(() => {
  connection.close()
  open.remove()
})

const begin = () => createUnsentLogWriter(connection, { file, key: open.key, log: () => undefined })

/** Makes the commit fail, after everything was done and stored twice. */
function failAtTheEnd(): void {
  connection.exec('PRAGMA defer_foreign_keys = ON')
  connection.run("INSERT INTO drafts (workspace, field_values, saved_at) VALUES (999, '{}', '')")
}

const stepsInLog = () => readFileSync(file + unsentSuffix, 'latin1').split('\n').length - 1

const states = () => {
  const { entries, isWhole } = readUnsentLog(file + unsentSuffix, open.key ?? '')
  return { isWhole, states: entries.map(({ key, row }) => [key, row?.state]) }
}

test('removes a rolled-back step from the log, byte for byte, and appends the next one', () => {
  const copy = begin()
  const change = (state: string) => {
    copy.touchChange('change-1')
    connection.run("UPDATE journal SET state = ? WHERE change_id = 'change-1'", [state])
  }
  copy.transaction(() => change('unknown'))
  const before = readFileSync(file + unsentSuffix)
  const refused = () =>
    copy.transaction(() => {
      change('failed')
      failAtTheEnd()
    })
  expect(refused).toThrow('FOREIGN KEY')
  expect(readFileSync(file + unsentSuffix)).toEqual(before)
  expect(copy.changeOf('change-1')?.state).toBe('unknown')
  copy.transaction(() => change('sending'))
  expect(states()).toMatchObject({ isWhole: true, states: expect.arrayContaining([['change-1', 'sending']]) })
  copy.close()
})

test('rewrites the log before a transaction, without the rows that may be rolled back', () => {
  const copy = begin()
  const long = 'x'.repeat(700_000)
  const change = (title: string) => {
    copy.touchChange('change-2')
    connection.run("UPDATE journal SET title = ? WHERE change_id = 'change-2'", [title])
  }
  copy.transaction(() => change(long))
  expect(stepsInLog()).toBe(2)
  const refused = () =>
    copy.transaction(() => {
      change('undone')
      failAtTheEnd()
    })
  expect(refused).toThrow('FOREIGN KEY')
  expect(stepsInLog()).toBe(1)
  const { entries } = readUnsentLog(file + unsentSuffix, open.key ?? '')
  expect(entries.find(({ table, key }) => table === 'journal' && key === 'change-2')?.row?.title).toBe(long)
  copy.close()
})

test('removes the step from the log when its number cannot be stored', () => {
  const copy = begin()
  const before = readFileSync(file + unsentSuffix)
  connection.exec(`CREATE TEMP TRIGGER refuse BEFORE INSERT ON meta WHEN new.key = 'unsent_sequence' BEGIN
    SELECT RAISE(ABORT, 'no room'); END`)
  const refused = () =>
    copy.transaction(() => {
      copy.touchChange('change-1')
      connection.run("UPDATE journal SET state = 'failed' WHERE change_id = 'change-1'")
    })
  expect(refused).toThrow('no room')
  expect(readFileSync(file + unsentSuffix)).toEqual(before)
  copy.close()
})
