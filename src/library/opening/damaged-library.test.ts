import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LibraryNews } from '../../contract/library'
import { connect } from '../store/connection'
import { generateInsights } from '../testing/generated-insights'
import { addConfirmed, settleChange, withReview } from '../testing/moved-changes'
import {
  activityRows,
  insightQuery,
  newChange,
  openTestLibrary,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'

const environment = 'sandbox'
const pageBytes = 4096

let test: TestLibrary
let file: string
beforeEach(async () => {
  test = await openTestLibrary('file')
  file = test.file ?? ''
  await syncItems(test.library, generateInsights(60))
  for (const number of [1, 2, 3]) await addConfirmed(test.library, newChange(number))
  await test.library.saveDraft({ workspace, values: { title: 'A draft' }, savedAt: '2025-06-01T11:00:00.000Z' })
  await test.library.saveMetric({ workspace, metricId: 'orders', label: 'Orders', addedAt: '' })
  const settledAt = '2025-06-03T00:00:00.000Z'
  await settleChange(test.library, { environment, changeId: 'change-3', state: 'done', insight: null, settledAt })
})
afterEach(() => test.remove())

const all = async () => (await test.library.queryInsights(insightQuery({}, { limit: 1 }))).all
const pending = async () => (await test.library.pendingChanges({ environment })).map(({ changeId }) => changeId)
const backups = () => readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}.unusable-`))

/** Alters the file with the key and without this app, as a driver that lost a write would. */
function alter(sql: string): void {
  const connection = connect({ file, key: test.key })
  connection.exec('PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON')
  connection.exec(sql)
  connection.close()
}

/** Garbles the pages of a table in the closed file; nothing says that anything is wrong. */
async function garble(table: string): Promise<void> {
  const connection = connect({ file, key: test.key })
  const root = Number(connection.get('SELECT rootpage FROM sqlite_schema WHERE name = ?', [table])?.rootpage)
  connection.close()
  await test.library.close({ environment })
  const bytes = readFileSync(file)
  bytes.fill(0x5a, pageBytes * (root - 1), pageBytes * root)
  writeFileSync(file, bytes)
}

describe('a library with undetected damage', () => {
  it('is replaced as soon as a query hits the damage, and refilled by the next sync', async () => {
    await garble('insights_by_title_key')
    expect(await test.reopen()).toMatchObject({ state: 'opened' })
    await expect(test.library.queryInsights(insightQuery())).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
    expect(backups()).not.toEqual([])
    expect(await pending()).toEqual(['change-1', 'change-2'])
    expect(await syncItems(test.library, generateInsights(60))).toMatchObject({ added: 60 })
    expect(await all()).toBe(62)
    expect(await test.reopen()).toMatchObject({ state: 'opened' })
    expect(await all()).toBe(62)
  })

  it('is replaced when a sync hits the damage', async () => {
    await garble('change_log')
    await test.reopen()
    const failed = syncItems(test.library, generateInsights(61))
    await expect(failed).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
    expect(await syncItems(test.library, generateInsights(61))).toMatchObject({ received: 61 })
    expect(await all()).toBe(63)
    expect(await pending()).toEqual(['change-1', 'change-2'])
  })

  it('is replaced once when several queries hit the damage together, and main is notified', async () => {
    await garble('insights_by_title_key')
    await test.reopen()
    const asked = await Promise.allSettled([1, 2, 3].map(() => test.library.queryInsights(insightQuery())))
    expect(asked[0]?.status).toBe('rejected')
    expect(test.news).toEqual<LibraryNews[]>([
      {
        rebuilt: environment,
        opened: { state: 'rebuilt', reason: 'corrupt', recoveredChanges: 2, mayHaveLostChanges: false },
      },
    ])
    expect(backups().filter((name) => /-\d+$/.test(name))).toHaveLength(1)
  })

  it('is not used again when the process ends before the replacement', async () => {
    await test.library.close({ environment })
    writeFileSync(`${file}.run`, 'damaged')
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', reason: 'corrupt', recoveredChanges: 2 })
    expect(statSync(`${file}.run`).size).toBeGreaterThan(0)
    expect(await pending()).toEqual(['change-1', 'change-2'])
  })

  it('is replaced when it has fewer insights than were stored', async () => {
    await test.library.close({ environment })
    alter(`DROP TRIGGER IF EXISTS insight_uncounted; DELETE FROM insights WHERE title_key < 'c'`)
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', reason: 'corrupt' })
    expect(await all()).toBe(2)
  })

  it('is not replaced just because insights were added and removed', async () => {
    await syncItems(test.library, generateInsights(320).slice(50))
    const settle = { environment, changeId: 'change-1', state: 'discarded', error: null, settledAt: '' } as const
    await settleChange(test.library, settle)
    expect(await test.reopen()).toMatchObject({ state: 'opened' })
  })
})

it('recovers the drafts when only their index is damaged and the log of unsent changes is gone', async () => {
  const ids = ['a', 'b', 'c']
  for (const draftId of ids) {
    await test.library.saveDraft({
      workspace,
      draftId,
      values: { title: draftId },
      savedAt: '2025-06-01T10:00:00.000Z',
    })
  }
  await garble('sqlite_autoindex_drafts_1')
  rmSync(`${file}.unsent`)
  writeFileSync(`${file}.run`, 'checking 2')
  expect(await test.reopen()).toMatchObject({ state: 'rebuilt' })
  const drafts = await test.library.listDrafts({ workspace })
  expect(drafts.map(({ draftId }) => draftId)).toEqual(expect.arrayContaining(ids))
})

describe('local-only data', () => {
  const rebuilt = async () => {
    await test.library.close({ environment })
    writeFileSync(`${file}.run`, 'checking 2')
    return test.reopen()
  }

  it('is recovered from a damaged library that the key still opens', async () => {
    const changes = await test.library.pendingChanges({ environment })
    const activity = await activityRows(test.library)
    const draft = await test.library.readDraft({ workspace })
    expect(await rebuilt()).toEqual({
      state: 'rebuilt',
      reason: 'corrupt',
      recoveredChanges: 2,
      mayHaveLostChanges: false,
    })
    const asked = changes.map(withReview)
    expect(await test.library.pendingChanges({ environment })).toEqual(asked)
    expect(await activityRows(test.library)).toEqual(
      activity.map((entry) => {
        if (entry.settledAt !== null) return entry
        const version = asked.find(({ changeId }) => changeId === entry.changeId)?.version
        return { ...entry, version, needsReview: true }
      }),
    )
    expect(activity).toHaveLength(3)
    expect(await test.library.listMetrics({ workspace })).toMatchObject([{ label: 'Orders' }])
    expect(await test.library.readDraft({ workspace })).toEqual(draft)
    expect(
      (await test.library.queryInsights(insightQuery())).rows.map(({ pending: change }) => change?.changeId),
    ).toEqual(['change-1', 'change-2'])
    await settleChange(test.library, { environment, changeId: 'change-1', state: 'done', insight: null, settledAt: '' })
    expect(await test.reopen()).toMatchObject({ state: 'opened' })
    expect(await all()).toBe(2)
  })

  it('has no last review when the history it refers to cannot be read', async () => {
    const everything = { workspace, text: '', kinds: [], offset: 0, limit: 500 }
    await syncItems(test.library, generateInsights(61), '2025-06-01T10:01:00.000Z')
    const { upTo } = await test.library.queryNews(everything)
    await test.library.markReviewed({ workspace, text: '', kinds: [], upTo, reviewedAt: '2025-06-01T10:02:00.000Z' })
    await garble('change_log')
    await rebuilt()
    await syncItems(test.library, generateInsights(302), '2025-06-01T10:04:00.000Z')
    expect(await test.library.queryNews(everything)).toMatchObject({
      rows: [],
      since: { kind: 'first-sync', at: '2025-06-01T10:04:00.000Z' },
    })
  })

  it('is not recovered when it was tampered with, and is reported as possibly lost', async () => {
    await test.library.close({ environment })
    rmSync(`${file}.unsent`)
    alter(`UPDATE journal SET body = replace(body, 'Change 1', 'Change 7')`)
    expect(await rebuilt()).toMatchObject({ recoveredChanges: 1, mayHaveLostChanges: true })
    expect(await pending()).toEqual(['change-2'])
  })

  it('is reported as possibly lost when neither journal nor log can be read, and the draft is recovered', async () => {
    await garble('journal')
    rmSync(`${file}.unsent`)
    expect(await rebuilt()).toMatchObject({ state: 'rebuilt', recoveredChanges: 0, mayHaveLostChanges: true })
    expect(await test.library.readDraft({ workspace })).toMatchObject({ values: { title: 'A draft' } })
  })

  it('is reported as possibly lost when the key is wrong', async () => {
    const opened = await test.reopen({ key: 'cd'.repeat(32) })
    expect(opened).toEqual({
      ...{ state: 'rebuilt', reason: 'wrong-key', recoveredChanges: 0 },
      ...{ mayHaveLostChanges: true, mayHaveLostNotes: true },
    })
  })

  it.each([
    ['before anything was moved', 0],
    ['after the log was moved', 1],
    ['after all of it was moved', 2],
  ])('is recovered when the process ended %s', async (_, steps) => {
    await test.library.close({ environment })
    writeFileSync(`${file}.run`, 'rebuilding 1 corrupt 20250601')
    const backup = `${file}.unusable-20250601`
    if (steps > 0 && statSync(`${file}-wal`, { throwIfNoEntry: false })) renameSync(`${file}-wal`, `${backup}-wal`)
    if (steps > 1) renameSync(file, backup)
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', reason: 'corrupt', recoveredChanges: 2 })
    expect(await pending()).toEqual(['change-1', 'change-2'])
    expect(backups()).toContain(basename(backup))
  })

  it('stays in the backup after two processes ended while reading it', async () => {
    await test.library.close({ environment })
    rmSync(`${file}.unsent`)
    writeFileSync(`${file}.run`, 'rebuilding 2 corrupt 20250601')
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', recoveredChanges: 0, mayHaveLostChanges: true })
    expect(backups()).not.toEqual([])
  })
})

describe('a leftover mark that the library is being created', () => {
  const reopenMarked = async () => {
    writeFileSync(`${file}.run`, 'creating')
    return test.reopen()
  }

  it('leaves an intact library in place', async () => {
    await test.library.close({ environment })
    expect(await reopenMarked()).toMatchObject({ state: 'opened', reason: null })
    expect(await all()).toBe(63)
    expect(backups()).toEqual([])
  })

  it('backs up and rebuilds a damaged library', async () => {
    await garble('insights_by_title_key')
    expect(await reopenMarked()).toMatchObject({ state: 'rebuilt', reason: 'corrupt' })
    expect(backups()).not.toEqual([])
  })

  it('lets an interrupted first start continue', async () => {
    await test.library.close({ environment })
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    writeFileSync(file, '')
    expect(await reopenMarked()).toMatchObject({ state: 'created' })
    await test.library.close({ environment })
    alter(`DELETE FROM meta; DELETE FROM workspaces`)
    expect(await reopenMarked()).toMatchObject({ state: 'created' })
    expect(backups()).toEqual([])
  })
})
