// The history of syncs, and what the person has seen of it, in a library that replaced a damaged one.

import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../store/connection'
import { column } from '../store/row'
import { generateInsight, generateInsights, insightId } from '../testing/generated-insights'
import { settleChange } from '../testing/moved-changes'
import { newChange, openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'

const environment = 'sandbox'

let test: TestLibrary
beforeEach(async () => {
  test = await openTestLibrary('file')
  await syncItems(test.library, generateInsights(300))
  await test.library.addChange(newChange(3))
  const settledAt = '2025-06-03T00:00:00.000Z'
  await settleChange(test.library, { environment, changeId: 'change-3', state: 'done', insight: null, settledAt })
})
afterEach(() => test.remove())

/** From version 25 back to 24, where the log had lines of other records, too. */
const backToVersion24 = `
ALTER TABLE review_marks RENAME COLUMN reviewed_at TO looked_at;
ALTER TABLE review_marks RENAME COLUMN can_undo TO can_take_back;
ALTER TABLE review_marks RENAME COLUMN previous_reviewed_at TO previous_looked_at;
ALTER TABLE review_marks RENAME TO looks;
ALTER TABLE change_log RENAME COLUMN insight_id TO record_id;
ALTER TABLE change_log ADD COLUMN record TEXT NOT NULL DEFAULT 'insight';
INSERT INTO change_log (workspace, sync, record, record_id, change)
  SELECT workspace, sync, 'feedback', 'feedback-1', 'changed' FROM change_log ORDER BY row DESC LIMIT 1;
ALTER TABLE workspaces DROP COLUMN scores_thinned_until;
PRAGMA user_version = 24;
`

async function rebuilt(alteration = ''): Promise<void> {
  await test.library.close({ environment })
  const connection = connect({ file: test.file, key: test.key })
  connection.exec(alteration)
  connection.close()
  writeFileSync(`${test.file}.run`, 'checking 2')
  expect(await test.reopen()).toMatchObject({ state: 'rebuilt' })
}

describe('a rebuilt library', () => {
  it.each([
    ['of this version', ''],
    ['of the version before the log of insights', backToVersion24],
  ])('keeps the score history and the last review %s, and tells only what is new', async (_, alteration) => {
    const everything = { workspace, text: '', kinds: [], offset: 0, limit: 500 }
    const news = async () => {
      const { rows, since, canUndo } = await test.library.queryNews(everything)
      return {
        rows: rows.map(({ id, kind, before, after, at }) => ({ id, kind, before, after, at })),
        since,
        canUndo,
      }
    }
    const scored = (number: number, combinedScore: number) => ({ ...generateInsight(number), combinedScore })
    const all = [...generateInsights(300).slice(3), scored(0, 1), scored(1, 1)]
    await syncItems(test.library, all, '2025-06-01T10:01:00.000Z')
    const { upTo } = await test.library.queryNews(everything)
    await test.library.markReviewed({ workspace, text: '', kinds: [], upTo, reviewedAt: '2025-06-01T10:02:00.000Z' })
    const moved = [...all.slice(1, -2), scored(0, 3), scored(1, 1), scored(400, 2)]
    await syncItems(test.library, moved, '2025-06-01T10:03:00.000Z')
    const before = await news()
    expect(before.rows.map(({ kind }) => kind).sort()).toEqual(['new', 'rising', 'vanished'])
    const points = await test.library.scoreHistory({ workspace, id: insightId(0) })
    expect(points).toHaveLength(3)

    await rebuilt(alteration)
    const others = "SELECT count(*) FROM change_log WHERE insight_id = 'feedback-1'"
    const connection = connect({ file: test.file, key: test.key })
    expect(connection.value(others, [], column.number)).toBe(0)
    connection.close()
    // Nothing is told of the age of data that is not here.
    expect(await test.library.lastSync({ workspace, resource: 'insights' })).toBeNull()
    expect((await test.library.measure({ environment })).syncedAt).toBeNull()
    expect(await test.library.scoreHistory({ workspace, id: insightId(0) })).toEqual(points)
    await syncItems(test.library, [...moved, scored(401, 1)], '2025-06-01T10:04:00.000Z')
    const after = await news()
    expect(after.since).toEqual({ kind: 'review', at: '2025-06-01T10:02:00.000Z' })
    expect(after.canUndo).toBe(true)
    expect(after.rows.map(({ id, kind }) => `${kind} ${id}`).sort()).toEqual(
      [...before.rows.map(({ id, kind }) => `${kind} ${id}`), `new ${insightId(401)}`].sort(),
    )
    expect(after.rows.find(({ kind }) => kind === 'rising')).toMatchObject({ before: 1, after: 3 })
    expect(await test.library.scoreHistory({ workspace, id: insightId(401) })).toHaveLength(1)
  })

  it('keeps the changes that were reviewed under a filter, and their undo', async () => {
    const filter = { workspace, text: '', kinds: ['rising'] }
    const kinds = async () => {
      const { rows, canUndo } = await test.library.queryNews({ ...filter, kinds: [], offset: 0, limit: 500 })
      return { kinds: rows.map(({ kind }) => kind), canUndo }
    }
    const scored = (number: number, combinedScore: number) => ({ ...generateInsight(number), combinedScore })
    await syncItems(test.library, [scored(0, 1), scored(1, 9)], '2025-06-01T10:01:00.000Z')
    const { upTo } = await test.library.queryNews({ ...filter, offset: 0, limit: 1 })
    await test.library.markReviewed({ ...filter, kinds: [], upTo, reviewedAt: '2025-06-01T10:02:00.000Z' })
    const moved = [scored(0, 3), scored(1, 2)]
    await syncItems(test.library, moved, '2025-06-01T10:03:00.000Z')
    await test.library.markReviewed({ ...filter, upTo: upTo + 1, reviewedAt: '2025-06-01T10:04:00.000Z' })
    expect(await kinds()).toEqual({ kinds: ['fading'], canUndo: true })
    await rebuilt()
    await syncItems(test.library, moved, '2025-06-01T10:05:00.000Z')
    expect(await kinds()).toEqual({ kinds: ['fading'], canUndo: true })
    await test.library.undoReview({ workspace })
    expect(await kinds()).toEqual({ kinds: ['fading', 'rising'], canUndo: false })
  })

  it('keeps the first sync as the baseline when nothing was reviewed, however often it is rebuilt', async () => {
    const everything = { workspace, text: '', kinds: [], offset: 0, limit: 500 }
    const news = async () => {
      const { rows, since, canUndo } = await test.library.queryNews(everything)
      return { rows: rows.map(({ id, kind, after }) => `${kind} ${id} ${after}`).sort(), since, canUndo }
    }
    const scored = (number: number, combinedScore: number) => ({ ...generateInsight(number), combinedScore })
    const other = { ...workspace, workspaceId: '33333333-3333-4333-8333-333333333333' }
    const syncOther = async (items: readonly unknown[], startedAt: string) => {
      const { syncId } = await test.library.beginSync({ workspace: other, resource: 'insights', startedAt })
      const bytes = new Uint8Array(Buffer.from(JSON.stringify({ data: items })))
      await test.library.appendSync({ syncId, bytes })
      await test.library.commitSync({ syncId, validators: null })
    }
    await syncOther([scored(0, 1), scored(1, 1)], '2025-06-01T10:01:00.000Z')
    const inOther = [scored(0, 3), scored(2, 1)]
    await syncOther(inOther, '2025-06-01T10:02:00.000Z')
    const listed = [...generateInsights(300).slice(3), scored(0, 0.1), scored(400, 2), scored(401, 1)]
    await syncItems(test.library, listed, '2025-06-01T10:03:00.000Z')
    const before = await news()
    // Two were listed before, and the third, which the person made, never was.
    const gone = ['vanished', 'vanished', 'vanished']
    expect(before.rows.map((row) => row.split(' ')[0])).toEqual(['fading', 'new', 'new', ...gone])
    const since = { kind: 'first-sync', at: '2025-06-01T10:00:00.000Z' }
    expect(before.since).toEqual(since)
    const queryOther = async () => {
      const { rows, since: from } = await test.library.queryNews({ ...everything, workspace: other })
      return { kinds: rows.map(({ kind }) => kind).sort(), from }
    }
    const told = { kinds: ['new', 'rising', 'vanished'], from: { ...since, at: '2025-06-01T10:01:00.000Z' } }
    expect(await queryOther()).toEqual(told)
    for (const minute of [4, 5]) {
      await rebuilt()
      expect((await news()).since).toEqual(since)
      expect(await test.library.lastSync({ workspace, resource: 'insights' })).toBeNull()
      expect((await test.library.measure({ environment })).syncedAt).toBeNull()
      await syncItems(test.library, listed, `2025-06-01T10:0${minute}:00.000Z`)
      await syncOther(inOther, `2025-06-01T10:0${minute}:00.000Z`)
      expect(await news()).toEqual(before)
      expect(await queryOther()).toEqual(told)
    }
  })

  it('tells no old changes as new when the syncs that they came with cannot be read', async () => {
    const news = () => test.library.queryNews({ workspace, text: '', kinds: [], offset: 0, limit: 500 })
    const scored = (number: number, combinedScore: number) => ({ ...generateInsight(number), combinedScore })
    for (const minute of [1, 2, 3, 4]) {
      await syncItems(test.library, [scored(0, minute), scored(minute, 1)], `2025-06-01T10:0${minute}:00.000Z`)
    }
    await rebuilt("UPDATE syncs SET report = CAST(x'ff' AS TEXT) WHERE row > 1")
    await syncItems(test.library, [scored(0, 4), scored(4, 1)], '2025-06-01T10:05:00.000Z')
    expect(await news()).toMatchObject({ rows: [], since: { kind: 'first-sync', at: '2025-06-01T10:05:00.000Z' } })
    await syncItems(test.library, [scored(0, 5), scored(4, 1)], '2025-06-01T10:06:00.000Z')
    expect((await news()).rows).toMatchObject([{ id: insightId(0), kind: 'rising', before: 4, after: 5 }])
    const points = await test.library.scoreHistory({ workspace, id: insightId(0) })
    expect(points.map(({ combinedScore, at }) => [combinedScore, at])).toEqual([
      [generateInsight(0).combinedScore, '2025-06-01T10:00:00.000Z'],
      [4, '2025-06-01T10:05:00.000Z'],
      [5, '2025-06-01T10:06:00.000Z'],
    ])
  })
})

describe('a backup that cannot be made', () => {
  it('costs no history, however often it is tried', async () => {
    test.remove()
    test = await openTestLibrary('file', () => new Date('2025-06-05T00:00:00.000Z'))
    await syncItems(test.library, generateInsights(1))
    const history = () => test.library.scoreHistory({ workspace, id: insightId(0) })
    const points = await history()
    expect(points).toHaveLength(1)
    await test.library.close({ environment })
    writeFileSync(`${test.file}.run`, 'damaged')
    writeFileSync(`${test.file}-wal`, '')
    const inTheWay = `${test.file}.unusable-20250605000000000-wal`
    mkdirSync(inTheWay)
    for (const _ of [1, 2, 3]) await expect(test.reopen()).rejects.toThrow()
    rmdirSync(inTheWay)
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt', reason: 'corrupt' })
    expect(await history()).toEqual(points)
  })
})
