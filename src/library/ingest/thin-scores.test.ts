// Four syncs on each of two days, then one over two weeks later, which thins them.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect } from '../store/connection'
import { migrate } from '../store/migrate'
import { column } from '../store/row'
import { generateInsight, insightId } from '../testing/generated-insights'
import { openTestLibrary, syncItems, syncKnowledge, type TestLibrary, workspace } from '../testing/opened-library'
import { thinScores } from './thin-scores'

let test: TestLibrary
let clock: string
beforeEach(async () => {
  clock = at(1, 8)
  test = await openTestLibrary('file', () => new Date(clock))
})
afterEach(() => test.remove())

const at = (day: number, hour: number) => new Date(2025, 5, day, hour).toISOString()
const insight = (number: number, combinedScore: number) => ({ ...generateInsight(number), combinedScore })

/** Rows of syncs go up by one. The first and the third insight have the same scores; that of the second never changes. */
async function syncAt(day: number, hour: number, score: number): Promise<void> {
  clock = at(day, hour)
  await syncItems(test.library, [insight(1, score), insight(2, 5), insight(3, score)], clock)
}

async function twoDays(meanwhile: (hour: number) => Promise<unknown> = async () => {}): Promise<void> {
  for (const [place, hour] of [9, 10, 11, 12].entries()) {
    await syncAt(1, hour, 10 * (place + 1))
    await meanwhile(hour)
  }
  for (const [place, hour] of [9, 10, 11, 12].entries()) await syncAt(2, hour, 50 + 10 * place)
}

function syncsWithScores(id: string): readonly unknown[] {
  const connection = connect({ file: test.file, key: test.key })
  try {
    return connection.all('SELECT sync FROM score_history WHERE insight_id = ? ORDER BY sync', [id], {
      read: ({ sync }) => sync,
    })
  } finally {
    connection.close()
  }
}

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))

const everything = { workspace, text: '', kinds: [], offset: 0, limit: 10 }

it('keeps the first scores and the last ones of each day that is over two weeks old', async () => {
  await twoDays()
  await syncAt(15, 9, 90)
  expect(syncsWithScores(insightId(1))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  await syncAt(16, 9, 100)
  expect(syncsWithScores(insightId(1))).toEqual([1, 4, 5, 6, 7, 8, 9, 10])
  await syncAt(17, 9, 110)
  expect(syncsWithScores(insightId(1))).toEqual([1, 4, 8, 9, 10, 11])
  expect(syncsWithScores(insightId(2))).toEqual([1])
})

it('keeps the scores that a review is measured from, and those before its undo', async () => {
  await twoDays(async (hour) => {
    if (hour !== 10 && hour !== 11) return
    const { upTo } = await test.library.queryNews(everything)
    await test.library.markReviewed({ workspace, text: '', kinds: [], upTo, reviewedAt: clock })
  })
  const before = await test.library.queryNews(everything)
  await syncAt(17, 9, 80)
  expect(syncsWithScores(insightId(1))).toEqual([1, 2, 3, 4, 8])
  const after = await test.library.queryNews(everything)
  expect(after.rows).toEqual(before.rows.map((row) => ({ ...row, scores: expect.anything() })))
  expect(byId(after.rows)).toMatchObject([{ id: insightId(1), before: 30, after: 80 }, { before: 30 }])
  await test.library.undoReview({ workspace })
  const undone = await test.library.queryNews(everything)
  expect(byId(undone.rows)).toMatchObject([{ id: insightId(1), before: 20, after: 80 }, { before: 20 }])
})

it('keeps the scores that the review of a single insight is measured from, and those before its undo', async () => {
  const review = async (number: number) => {
    const { upTo } = await test.library.queryNews(everything)
    const ids = [insightId(number)]
    await test.library.markReviewed({ workspace, text: '', kinds: [], upTo, ids, reviewedAt: clock })
  }
  const news = async () => byId((await test.library.queryNews(everything)).rows).map(({ before }) => before)
  await twoDays(async (hour) => {
    if (hour === 10) await review(1)
    if (hour === 11) await review(3)
  })
  expect(await news()).toEqual([20, 30])
  await review(1)
  await syncAt(17, 9, 80)
  expect(syncsWithScores(insightId(1))).toEqual([1, 2, 4, 8])
  expect(syncsWithScores(insightId(3))).toEqual([1, 2, 3, 4, 8])
  expect(await news()).toEqual([30])
  await test.library.undoReview({ workspace })
  expect(await news()).toEqual([20, 30])
})

it('keeps the scores that a decision was made on', async () => {
  const decided = { workspace, kind: 'insight' as const, ids: [insightId(1)], decision: 'now' as const }
  await twoDays(async (hour) => {
    if (hour === 10) await test.library.decidePriority({ ...decided, decidedAt: at(1, 10.5) })
  })
  await syncAt(17, 9, 80)
  expect(syncsWithScores(insightId(1))).toEqual([1, 2, 4, 8])
})

it('goes on thinning after a sync with a clock that was ahead', async () => {
  await syncAt(1, 8, 5)
  await syncAt(400, 9, 6)
  await twoDays()
  await syncAt(16, 9, 80)
  await syncAt(17, 9, 90)
  await syncAt(18, 9, 95)
  expect(syncsWithScores(insightId(1)).slice(0, -2)).toEqual([1, 2, 6, 10])
})

it('leaves the trends as they are', async () => {
  await twoDays()
  clock = at(16, 9)
  const trends = async () => (await test.library.readTrends({ workspace })).scores
  const before = await trends()
  await syncAt(17, 9, 80)
  expect(syncsWithScores(insightId(1))).toEqual([1, 4, 8])
  expect(await trends()).toEqual(before)
})

const rowsOfSyncs = () => {
  const connection = connect({ file: test.file, key: test.key })
  try {
    const sql = 'SELECT row FROM syncs WHERE resource = ? ORDER BY row'
    return (['insights', 'knowledge'] as const).map((resource) =>
      connection.all(sql, [resource], { read: ({ row }) => row }),
    )
  } finally {
    connection.close()
  }
}

it('keeps of these days the first sync, the last ones and those that brought something, and of knowledge the last', async () => {
  await twoDays()
  const later = [{ ...insight(1, 80), title: 'Another title' }, insight(2, 5), insight(3, 80)]
  await syncItems(test.library, later, at(3, 9))
  for (const hour of [10, 11, 12]) {
    await syncItems(test.library, later, at(3, hour))
    await syncKnowledge(test.library, [], at(3, hour))
  }
  await syncAt(18, 9, 80)
  expect(rowsOfSyncs()).toEqual([[1, 4, 8, 9, 14, 16], [15]])
})

it('forgets syncs of lists that the service calls unchanged', async () => {
  const resource = 'insights' as const
  const validators = { url: 'u', etag: '"1"', lastModified: null, readAt: at(1, 9) }
  const { syncId } = await test.library.beginSync({ workspace, resource, startedAt: at(1, 9) })
  await test.library.appendSync({ syncId, bytes: Buffer.from(JSON.stringify({ data: [insight(1, 5)] })) })
  await test.library.commitSync({ syncId, validators })
  for (let hour = 10; hour < 24 * 30; hour += 1) {
    const again = await test.library.beginSync({ workspace, resource, startedAt: at(1, hour) })
    expect(await test.library.confirmSync({ syncId: again.syncId })).not.toBeNull()
  }
  const [insights = []] = rowsOfSyncs()
  // The first one, one for each of the days before, and 24 for each of two weeks and of the last day.
  expect(insights).toHaveLength(1 + 15 + 24 * 15)
})

it('thins thousands of insights in steps, once a day', () => {
  const connection = connect({ file: null, key: null })
  migrate(connection)
  connection.run("INSERT INTO workspaces (row, organisation_id, workspace_id) VALUES (1, 'o', 'w')")
  for (const [row, hour] of [9, 10, 11].entries()) {
    connection.run("INSERT INTO syncs VALUES (?, 1, ?, '{}', 'insights')", [row + 1, at(1, hour)])
    connection.run(
      `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 6000)
       INSERT INTO score_history SELECT 1, n, ?, 1, 1, 1 FROM number`,
      [row + 1],
    )
  }
  const steps = (day: number) => [...thinScores({ connection, workspace: 1 }, at(day, 9))].length
  const left = () => connection.all('SELECT sync, count(*) AS rows FROM score_history GROUP BY sync')
  expect(steps(16)).toBe(3)
  expect(left()).toEqual([
    { sync: 1, rows: 6000 },
    { sync: 3, rows: 6000 },
  ])
  expect(connection.value('SELECT scores_thinned_until FROM workspaces', [], column.text)).toBe(at(2, 0))
  connection.run('INSERT INTO score_history SELECT 1, insight_id, 2, 1, 1, 1 FROM score_history WHERE sync = 3')
  expect(steps(16)).toBe(0)
  connection.close()
})

it('thins a long history over several syncs, a week in each', () => {
  const connection = connect({ file: null, key: null })
  migrate(connection)
  connection.run("INSERT INTO workspaces (row, organisation_id, workspace_id) VALUES (1, 'o', 'w')")
  for (let row = 1; row <= 20; row += 1) {
    connection.run("INSERT INTO syncs VALUES (?, 1, ?, '{}', 'insights')", [row, at(Math.ceil(row / 2), 8 + (row % 2))])
    connection.run("INSERT INTO score_history VALUES (1, 'one', ?, 1, 1, 1)", [row])
  }
  const thin = () => [...thinScores({ connection, workspace: 1 }, at(30, 9))].length
  expect([thin(), thin(), thin()]).toEqual([6, 3, 0])
  const left = connection.all('SELECT sync FROM score_history', [], { read: ({ sync }) => sync })
  expect(left).toEqual([1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20])
  connection.close()
})
