// The write-ahead log of a sync is moved into the file beside all other work. The size of the file says when: it grows only
// then.
import { statSync } from 'node:fs'
import Database from 'libsql'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as connection from '../store/connection'
import { generateInsights, insightId } from '../testing/generated-insights'
import {
  insightQuery,
  openTestLibrary,
  recordQuery,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'
import { watchStatements } from '../testing/watched-statements'

/** The ends of checkpoints, for a test to call; null: the real checkpoint runs. */
const held = { ends: null as (() => void)[] | null, stops: 0 }
const { checkpointInBackground } = connection

let test: TestLibrary
let takeStatements: ReturnType<typeof watchStatements>
beforeEach(async () => {
  // Not a mock of the module: other files of this worker have loaded it.
  vi.spyOn(connection, 'checkpointInBackground').mockImplementation((target) => {
    const { ends } = held
    if (ends === null) return checkpointInBackground(target)
    const done = new Promise<void>((resolve) => {
      ends.push(resolve)
    })
    return {
      done,
      stop() {
        held.stops += 1
      },
    }
  })
  takeStatements = watchStatements()
  test = await openTestLibrary('file')
})
afterEach(() => {
  test.remove()
  held.ends = null
  held.stops = 0
  vi.restoreAllMocks()
})

const insights = 800
/** The size of log after which SQLite moves it by itself. */
const largeLog = 1_000 * 4_096
const sizeOf = (suffix = '') => statSync(`${test.file}${suffix}`).size
const total = async () => (await test.library.queryInsights(insightQuery())).total
const moved = (before: number) =>
  vi.waitFor(() => expect(sizeOf()).toBeGreaterThan(before), { timeout: 20_000, interval: 1 })

it('checkpoints the log of a sync neither in the next short write nor on a connection that serves queries', async () => {
  await syncItems(test.library, generateInsights(insights))
  const before = sizeOf()
  expect(sizeOf('-wal')).toBeGreaterThan(largeLog)
  takeStatements()
  await test.library.setNote({ workspace, kind: 'insight', id: insightId(1), note: 'Call back' })
  expect(sizeOf()).toBe(before)

  await moved(before)
  expect(await total()).toBe(insights)
  expect(takeStatements().filter(({ sql }) => sql.includes('wal_checkpoint'))).toEqual([])
})

it('also checkpoints in the background the log of an index that a search builds', async () => {
  await syncItems(test.library, generateInsights(insights))
  await expect.poll(switches).toContain('1000')
  const before = sizeOf()
  const asked = { ...recordQuery(), sources: [], sentiments: [], months: [], text: 'battery' }
  await test.library.queryFeedback({ ...asked, sort: { column: 'createdAt', direction: 'ascending' } })
  expect(sizeOf()).toBe(before)
  await moved(before)
  await expect.poll(() => switches().at(-1)).toBe('1000')
})

it('closes during a checkpoint, and has everything when it is reopened', async () => {
  await syncItems(test.library, generateInsights(insights))
  await moved(sizeOf())
  await test.library.close({ environment: 'sandbox' })
  expect((await test.reopen({ hadFile: true })).state).toBe('opened')
  expect(await total()).toBe(insights)
})

const sync = () => syncItems(test.library, generateInsights(1))
/** The statements that turn SQLite's own move of the log off and on again, since they were taken before. */
const switches = () =>
  takeStatements().flatMap(({ sql }) => (sql.includes('wal_autocheckpoint =') ? [sql.split(' = ')[1]] : []))
const begun = (count: number) => expect.poll(() => held.ends).toHaveLength(count)
const end = (number: number) => held.ends?.[number]?.()

it('checkpoints again after a sync that ended during a checkpoint, then re-enables automatic checkpoints', async () => {
  held.ends = []
  await sync()
  await begun(1)
  await sync()
  expect(switches()).toEqual(['0', '0'])
  end(0)
  await begun(2)
  expect(switches()).toEqual([])
  end(1)
  await expect.poll(switches).toEqual(['1000'])
})

it('shrinks the caches of both connections once the log is moved', async () => {
  const shrunk = () => takeStatements().filter(({ sql }) => sql === 'PRAGMA shrink_memory').length
  held.ends = []
  await sync()
  await begun(1)
  expect(shrunk()).toBe(0)
  end(0)
  // Both in one step, so that one look has both.
  await expect.poll(shrunk).toBe(2)
})

it('does not close until the checkpoint has stopped', async () => {
  held.ends = []
  await sync()
  await begun(1)
  let isClosed = false
  const closing = test.library.close({ environment: 'sandbox' }).then(() => {
    isClosed = true
  })
  await expect.poll(() => held.stops).toBe(1)
  await new Promise(setImmediate)
  expect(isClosed).toBe(false)
  end(0)
  await closing
})

it('waits for the checkpoint of a long log between two long writes of a series', async () => {
  held.ends = []
  const asked = { ...recordQuery(), sources: [], sentiments: [], months: [], text: 'battery' }
  const search = () => test.library.queryFeedback({ ...asked, sort: { column: 'createdAt', direction: 'ascending' } })
  await sync()
  // Of a short log it waits for none: no checkpoint has ended.
  await search()
  const syncMore = () => syncItems(test.library, generateInsights(2))
  for (let count = 0; count < 10; count += 1) await syncMore()
  let isDone = false
  const searching = search().then(() => {
    isDone = true
  })
  await begun(1)
  // Longer than the rest of the search.
  for (let count = 0; count < 3; count += 1) await syncMore()
  expect(isDone).toBe(false)
  for (const settle of held.ends) settle()
  held.ends = null
  await searching
})

it('shows later writes after a read failed before the commit of a sync', async () => {
  type Prepare = (this: object, sql: string) => { all(values: unknown[]): unknown[] }
  const spy = Database.prototype.prepare as unknown as {
    getMockImplementation(): Prepare
    mockImplementation(work: Prepare): void
  }
  const prepare = spy.getMockImplementation()
  let hasFailed = false
  spy.mockImplementation(function (sql) {
    const statement = prepare.call(this, sql)
    if (sql !== 'SELECT 1 FROM meta LIMIT 1') return statement
    return {
      all(values: unknown[]) {
        if (hasFailed) return statement.all(values)
        hasFailed = true
        throw new Error('disk I/O error')
      },
    }
  })
  await expect(sync()).rejects.toThrow('disk I/O error')
  expect(hasFailed).toBe(true)
  await sync()
  expect(await total()).toBe(1)
  await syncItems(test.library, generateInsights(2))
  expect(await total()).toBe(2)
})

it('re-enables automatic checkpoints after a sync that could not begin to write', async () => {
  const exec = Database.prototype.exec as (sql: string) => unknown
  const spy = vi.spyOn(Database.prototype, 'exec') as unknown as {
    mockImplementation(work: (this: object, sql: string) => unknown): void
  }
  spy.mockImplementation(function (sql) {
    if (sql === 'BEGIN IMMEDIATE') throw new Error('disk I/O error')
    return exec.call(this, sql)
  })
  await expect(sync()).rejects.toThrow()
  expect(switches()).toEqual(['0', '1000'])
})
