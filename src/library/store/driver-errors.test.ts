import { expect, it } from 'vitest'
import { connect } from './connection'
import { translateDriverError } from './driver-errors'

it.each([
  ['SQLITE_FULL', 'DISK_FULL'],
  ['ENOSPC', 'DISK_FULL'],
  ['SQLITE_READONLY_DBMOVED', 'PROFILE_READ_ONLY'],
  ['SQLITE_CANTOPEN', 'PROFILE_READ_ONLY'],
  ['EROFS', 'PROFILE_READ_ONLY'],
  ['EACCES', 'PROFILE_READ_ONLY'],
  ['EBUSY', 'PROFILE_READ_ONLY'],
  ['SQLITE_IOERR_WRITE', 'LIBRARY_UNAVAILABLE'],
  ['SQLITE_CORRUPT_VTAB', 'LIBRARY_UNAVAILABLE'],
  ['SQLITE_NOTADB', 'LIBRARY_UNAVAILABLE'],
])('translates %s to %s', (code, expected) => {
  expect(translateDriverError(Object.assign(new Error('x'), { code }))).toMatchObject({ code: expected })
})

it('does not translate a programming error', () => {
  const defect = new TypeError('x')
  expect(translateDriverError(defect)).toBe(defect)
})

it('throws PROFILE_READ_ONLY when a file cannot be opened', () => {
  expect(() => connect({ file: '/proc/nowhere/library.db', key: null })).toThrow(
    expect.objectContaining({ code: 'PROFILE_READ_ONLY' }),
  )
})

it('throws DISK_FULL when the database cannot grow, and stays usable', () => {
  const connection = connect({ file: null, key: null })
  connection.exec('CREATE TABLE notes (text TEXT)')
  connection.all('PRAGMA max_page_count = 20')
  const write = () =>
    connection.transaction(() => connection.run('INSERT INTO notes VALUES (?)', ['x'.repeat(500_000)]))
  expect(write).toThrow(expect.objectContaining({ code: 'DISK_FULL' }))
  connection.run('INSERT INTO notes VALUES (?)', ['short'])
  expect(connection.all('SELECT text FROM notes')).toEqual([{ text: 'short' }])
  connection.close()
})
