// A first sync has dropped indexes until its end. However it ends, the library has all of them afterwards.
import AsyncDatabase from 'libsql/promise'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { schema } from '../migrations/schema'
import { connect } from '../store/connection'
import { column } from '../store/row'
import { generateInsights, insightId } from '../testing/generated-insights'
import {
  workspace as firstWorkspace,
  insightQuery,
  openTestLibrary,
  syncItems,
  type TestLibrary,
} from '../testing/opened-library'
import { allIndexes, expectWholeFile, indexesOf } from '../testing/whole-file'
import { deferIndexes, fewBytes } from './deferred-indexes'

/** More bytes than `fewBytes`: few insights with long texts, which take less time than many. */
const long = generateInsights(450, { embedding: 100 }).map((insight) => ({
  ...insight,
  description: insight.description.padEnd(8_000, '.'),
}))
const bytes = Buffer.from(JSON.stringify({ data: long }))

const isIndex = (sql: string) => sql.startsWith('CREATE INDEX')

let test: TestLibrary
beforeEach(async () => {
  test = await openTestLibrary('file')
})
afterEach(() => {
  vi.restoreAllMocks()
  test.remove()
})

async function begin(workspace = firstWorkspace): Promise<string> {
  const startedAt = '2025-06-02T10:00:00.000Z'
  const { syncId } = await test.library.beginSync({ workspace, resource: 'insights', startedAt })
  await test.library.appendSync({ syncId, bytes: new Uint8Array(bytes) })
  return syncId
}

const commit = (syncId: string) => test.library.commitSync({ syncId, validators: null })

/** Calls back when each statement has begun on a thread of the driver. */
function watchBackground(onBegin: (sql: string) => void): void {
  const exec = AsyncDatabase.prototype.exec
  vi.spyOn(AsyncDatabase.prototype, 'exec').mockImplementation(function (this: AsyncDatabase, sql: string) {
    const done = exec.call(this, sql)
    onBegin(sql)
    return done
  })
}

const expectWhole = () => expectWholeFile({ file: test.file, key: test.key })

const idsShown = async () => (await test.library.queryInsights(insightQuery())).rows.map(({ id }) => id)

it('is measured with a long answer', () => {
  expect(bytes.length).toBeGreaterThan(fewBytes)
})

describe('a first sync', () => {
  it('makes the indexes that it dropped, after its rows and on another thread, while the list is answered', async () => {
    const made: string[] = []
    const answers: Promise<string[]>[] = []
    watchBackground((sql) => {
      if (!isIndex(sql)) return
      made.push(sql)
      answers.push(idsShown())
    })
    // Decided before the library had the insight: the sync looks for its triage.
    const record = { workspace: firstWorkspace, kind: 'insight', id: insightId(1) } as const
    const decidedAt = '2025-06-02T09:00:00.000Z'
    await test.library.decideTriage({ ...record, decision: { status: 'snoozed', until: null }, decidedAt })
    expect(await commit(await begin())).toMatchObject({ added: long.length })
    expect(made.length).toBeGreaterThan(10)
    // From the state before the sync.
    for (const answer of answers) expect(await answer).toEqual([])
    expect((await idsShown()).length).toBeGreaterThan(50)
    expect(await test.library.getTriage(record)).toMatchObject({ status: 'snoozed' })
    await test.library.close({ environment: 'sandbox' })
    expectWhole()
  })

  it('keeps the indexes where another workspace has rows', async () => {
    await syncItems(test.library, generateInsights(20))
    const made: string[] = []
    watchBackground((sql) => {
      if (isIndex(sql)) made.push(sql)
    })
    const other = { ...firstWorkspace, workspaceId: '33333333-3333-4333-8333-333333333333' }
    expect(await commit(await begin(other))).toMatchObject({ added: long.length })
    expect(made).toEqual([])
    await test.library.close({ environment: 'sandbox' })
    expectWhole()
  })

  it('leaves all indexes and no row when it is aborted while they are made', async () => {
    const syncId = await begin()
    watchBackground((sql) => {
      if (isIndex(sql)) void test.library.abortSync({ syncId })
    })
    await expect(commit(syncId)).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
    expect(await idsShown()).toEqual([])
    expect(await commit(await begin())).toMatchObject({ added: long.length })
    await test.library.close({ environment: 'sandbox' })
    expectWhole()
  })

  it('leaves all indexes and no row when the process ends while they are made', async () => {
    const syncId = await begin()
    watchBackground((sql) => {
      if (isIndex(sql)) test.library.closeAllNow()
    })
    // The statement may begin after the end of its transaction, and finds its index.
    await expect(commit(syncId)).rejects.toThrow()
    expectWhole()
    await test.reopen()
    expect(await idsShown()).toEqual([])
  })

  it('makes them without another thread in memory, where others use the same connection', async () => {
    test.remove()
    test = await openTestLibrary('memory')
    const made: string[] = []
    watchBackground((sql) => made.push(sql))
    expect(await commit(await begin())).toMatchObject({ added: long.length })
    expect(made).toEqual([])
    // These read by index, and would fail without it.
    const unseen = await test.library.queryInsights(insightQuery({ seen: 'unseen' }))
    expect(unseen.rows.length).toBeGreaterThan(50)
  })
})

it('drops no index that a sync reads, and makes all others again', async () => {
  const connection = connect({ file: null, key: null })
  try {
    connection.exec(schema)
    const makeIndexes = deferIndexes(connection)
    const left = indexesOf(connection)
    expect(left).toEqual(expect.arrayContaining(['insights_by_row', 'feedback_by_row']))
    expect(left).not.toContain('feedback_by_date')
    expect(left).not.toContain('insights_by_seen')
    await makeIndexes(null)
    expect(indexesOf(connection)).toEqual(allIndexes)
  } finally {
    connection.close()
  }
})

it('gives up most of the page cache while it makes indexes, also when it is stopped', async () => {
  const connection = connect({ file: null, key: null })
  const cacheKib = () => -Number(connection.value('PRAGMA cache_size', [], column.number))
  try {
    connection.exec(schema)
    const usual = cacheKib()
    const makeIndexes = deferIndexes(connection)
    const stop = async () => {
      expect(cacheKib()).toBeLessThan(usual / 4)
      throw new Error('stopped')
    }
    await expect(makeIndexes(stop)).rejects.toThrow('stopped')
    expect(cacheKib()).toBe(usual)
  } finally {
    connection.close()
  }
})
