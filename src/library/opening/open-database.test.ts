import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../store/connection'
import { generateInsights } from '../testing/generated-insights'
import {
  insightQuery,
  newChange,
  openTestLibrary,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'
import { openDatabase } from './open-database'

const marker = 'Kolibri-Zeppelin-Quittung'

let test: TestLibrary
let file: string
beforeEach(async () => {
  test = await openTestLibrary('file')
  file = test.file ?? ''
  await syncItems(test.library, [...generateInsights(40), { ...generateInsights(41)[40], title: marker }])
  await test.library.addChange(newChange(1, marker))
  await test.library.saveDraft({ workspace, values: { title: marker }, savedAt: '' })
})
afterEach(() => test.remove())

const count = async () => (await test.library.queryInsights(insightQuery({}, { limit: 1 }))).all
const beside = () => readdirSync(dirname(file)).sort()
const backups = () => beside().filter((name) => name.startsWith(`${basename(file)}.unusable-`))

describe('a library file', () => {
  it('uses a write-ahead log with full sync, so each change is on disk before it is acknowledged', async () => {
    await test.library.close({ environment: 'sandbox' })
    const { key } = test
    const now = () => new Date()
    const database = openDatabase({ file, key, environment: 'sandbox', generation: 'first', now })
    for (const connection of [database.writer, database.reader]) {
      expect(connection.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
      // 2 is FULL.
      expect(connection.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
    }
    database.close()
  })

  it('still has everything when it is reopened', async () => {
    expect(test.opened).toMatchObject({ state: 'created', reason: null })
    expect(await test.reopen()).toMatchObject({ state: 'opened', reason: null })
    expect(await count()).toBe(42)
    expect(await test.library.pendingChanges({ environment: 'sandbox' })).toHaveLength(1)
    expect(beside()).toContain(basename(file))
  })

  it('has an empty write-ahead log and no in-use mark once closed', async () => {
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
    await test.library.close({ environment: 'sandbox' })
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
    expect(beside()).not.toContain(`${basename(file)}.run`)
  })

  it('is readable by its owner only, as are all files beside it', async () => {
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
    expect(beside()).toEqual(expect.arrayContaining([basename(file), `${basename(file)}-wal`, `${basename(file)}-shm`]))
    for (const name of beside())
      expect([name, statSync(`${dirname(file)}/${name}`).mode & 0o777]).toEqual([name, 0o600])
  })

  it('holds no plain text, nor does anything beside it, open or closed', async () => {
    const clear = () =>
      beside().filter((name) => {
        const bytes = readFileSync(`${dirname(file)}/${name}`)
        return ['Kolibri', 'kolibri', 'SQLite format', 'CREATE TABLE', 'survey'].some((text) => bytes.includes(text))
      })
    expect(clear()).toEqual([])
    await test.library.close({ environment: 'sandbox' })
    expect(clear()).toEqual([])
  })

  it('is refused and left untouched when a newer version wrote it', async () => {
    await test.library.close({ environment: 'sandbox' })
    const { key } = test
    const connection = connect({ file, key })
    // Another shape, which has the data that this version checks elsewhere.
    connection.exec('ALTER TABLE insights RENAME TO findings; DELETE FROM meta; PRAGMA user_version = 9999')
    connection.all('PRAGMA wal_checkpoint(TRUNCATE)')
    connection.close()
    const before = readFileSync(file)
    await expect(test.reopen()).rejects.toMatchObject({
      code: 'LIBRARY_UNAVAILABLE',
      message: 'This library was written by a newer version of the app. Install that version.',
    })
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(backups()).toEqual([])
  })

  it('becomes a backup when the key is wrong, and is replaced by an empty library that can sync', async () => {
    expect(await test.reopen({ key: 'cd'.repeat(32) })).toMatchObject({ state: 'rebuilt', reason: 'wrong-key' })
    expect(await count()).toBe(0)
    expect(backups().length).toBeGreaterThan(0)
    await syncItems(test.library, generateInsights(3))
    expect(await count()).toBe(3)
  })

  it('is rebuilt, not taken for an empty workspace, when it was emptied', async () => {
    await test.library.close({ environment: 'sandbox' })
    truncateSync(file, 0)
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', reason: 'emptied' })
  })

  it('is rebuilt when it belongs to another generation', async () => {
    expect(await test.reopen({ generation: 'second' })).toMatchObject({ state: 'rebuilt', reason: 'emptied' })
    expect(await test.reopen({ generation: 'second' })).toMatchObject({ state: 'opened', reason: null })
  })

  it('becomes a backup when it is noise', async () => {
    await test.library.close({ environment: 'sandbox' })
    writeFileSync(file, Buffer.alloc(20_000, 7))
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', reason: 'corrupt', mayHaveLostChanges: false })
    expect(readFileSync(`${dirname(file)}/${backups()[0]}`)).toHaveLength(20_000)
    // The insight that waits to be sent.
    expect(await count()).toBe(1)
  })

  it('is checked and becomes a backup when a process left it open with damaged pages', async () => {
    await test.library.close({ environment: 'sandbox' })
    const bytes = readFileSync(file)
    bytes.fill(0x5a, 4096 * 8, 4096 * 12)
    writeFileSync(file, bytes)
    writeFileSync(`${file}.run`, 'open')
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', reason: 'corrupt' })
    // The insight that waits to be sent.
    expect(await count()).toBe(1)
  })

  it('is rebuilt without another check after two processes ended while checking it', async () => {
    await test.library.close({ environment: 'sandbox' })
    writeFileSync(`${file}.run`, 'checking 1')
    expect(await test.reopen()).toMatchObject({ state: 'opened', reason: null })
    await test.library.close({ environment: 'sandbox' })
    writeFileSync(`${file}.run`, 'checking 2')
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', reason: 'corrupt' })
    expect(backups()).not.toEqual([])
  })

  it('deletes the download buffer of a sync that was interrupted', async () => {
    await test.library.close({ environment: 'sandbox' })
    writeFileSync(`${file}.incoming-left-over`, 'noise')
    await test.reopen()
    expect(beside()).not.toContain(`${basename(file)}.incoming-left-over`)
  })
})
