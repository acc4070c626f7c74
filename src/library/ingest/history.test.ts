import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect } from '../store/connection'
import { generateInsight, generateInsights, insightId } from '../testing/generated-insights'
import { newChange, openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'

let test: TestLibrary
beforeEach(async () => {
  test = await openTestLibrary('file')
})
afterEach(() => test.remove())

/** Reads as a later version will: from the tables, since nothing asks for them yet. */
function stored(sql: string) {
  const connection = connect({ file: test.file, key: test.key })
  try {
    return connection.all(sql)
  } finally {
    connection.close()
  }
}

const logged = () =>
  stored('SELECT sync, insight_id, change, fields, before FROM change_log ORDER BY row').map((row) => ({
    sync: row.sync,
    insight_id: row.insight_id,
    change: row.change,
    fields: row.fields === null ? null : JSON.parse(String(row.fields)),
    before: row.before === null ? null : JSON.parse(String(row.before)),
  }))

it('logs added records, changed ones with their previous values, and removed ones in full', async () => {
  const before = generateInsight(3)
  await syncItems(test.library, [before, generateInsight(4)])
  await syncItems(test.library, [{ ...before, title: 'Another', seen: !before.seen, topicEmbeddings: [1] }])
  const log = logged()
  expect(log.slice(0, 2)).toEqual(
    [3, 4].map((number) => ({
      sync: 1,
      insight_id: insightId(number),
      change: 'added',
      fields: null,
      before: null,
    })),
  )
  const changed = log.find(({ change }) => change === 'changed')
  expect(changed).toMatchObject({ sync: 2, insight_id: insightId(3), fields: ['seen', 'title', 'topicEmbeddings'] })
  expect(changed?.before).toMatchObject({ title: before.title, seen: before.seen ? 1 : 0 })
  const embedding = Buffer.from(changed?.before.topicEmbeddings, 'base64')
  expect([...new Float32Array(new Uint8Array(embedding).buffer)]).toEqual(
    before.topicEmbeddings?.map((number) => Math.fround(number)),
  )
  const gone = generateInsight(4)
  const removed = log.find(({ change }) => change === 'removed')
  expect(removed).toMatchObject({ sync: 2, insight_id: gone.id })
  expect(removed?.before).toMatchObject({
    title: gone.title,
    description: gone.description,
    combinedScore: gone.combinedScore,
    addedSync: 1,
    opportunities: gone.opportunities.map(({ id }) => id),
    feedback: gone.feedback.map(({ id }) => id),
  })
})

it('updates a record that comes again among many new ones', async () => {
  const feedbackId = (place: number) => `77777777-0000-4000-8000-${place.toString().padStart(12, '0')}`
  const insights = Array.from({ length: 200 }, (_, place) => {
    const [template] = generateInsights(10).flatMap(({ feedback }) => feedback)
    const one = { ...template, id: feedbackId(place === 199 ? 3 : place), content: `Said in ${place}` }
    return { ...generateInsight(place), feedback: [one] }
  })
  await syncItems(test.library, insights)
  expect(stored('SELECT count(*) AS records, count(DISTINCT id) AS ids FROM feedback')).toEqual([
    { records: 199, ids: 199 },
  ])
  const contentOf = `SELECT insights.id, content FROM insights
    JOIN insight_feedback ON insight = insights.row JOIN feedback ON feedback = feedback.row WHERE insights.id IN`
  const linked = [3, 199].map((place) => ({ id: insightId(place), content: 'Said in 199' }))
  expect(stored(`${contentOf} ('${insightId(3)}', '${insightId(199)}') ORDER BY insights.row`)).toEqual(linked)
})

it('keeps nothing of other records that changed or are gone', async () => {
  const insight = generateInsights(40).find(({ opportunities }) => opportunities.length > 0) ?? generateInsight(0)
  await syncItems(test.library, [insight, generateInsight(41)])
  const opportunities = insight.opportunities.map((each) => ({ ...each, status: 'Solved' as const }))
  await syncItems(test.library, [{ ...insight, opportunities }])
  await syncItems(test.library, [{ ...insight, opportunities: [], solutions: [], outcomes: [], feedback: [] }])
  expect(stored('SELECT count(*) AS rows FROM feedback')).toEqual([{ rows: 0 }])
  expect(new Set(logged().map(({ insight_id }) => insight_id))).toEqual(new Set([insight.id, insightId(41)]))
})

it('keeps the scores of the first sync and of each later change, and none in between', async () => {
  const first = { ...generateInsight(1), strengthScore: 0.5, momentumScore: 1, combinedScore: 2 }
  await syncItems(test.library, [first])
  await syncItems(test.library, [{ ...first, title: 'Another' }])
  await syncItems(test.library, [{ ...first, combinedScore: 3 }])
  const { combinedScore: _, ...unscored } = first
  await syncItems(test.library, [unscored])
  expect(stored('SELECT sync, strength_score, combined_score FROM score_history ORDER BY sync')).toEqual([
    { sync: 1, strength_score: 0.5, combined_score: 2 },
    { sync: 3, strength_score: 0.5, combined_score: 3 },
    { sync: 4, strength_score: 0.5, combined_score: null },
  ])
})

it('logs nothing but the scores when the service has calculated them again', async () => {
  const insights = generateInsights(20)
  await syncItems(test.library, insights)
  const before = logged().length
  const calculated = insights.map((insight) => ({
    ...insight,
    ...{ momentumScore: 9, combinedScore: 9, lastScoreCalculatedAt: '2025-07-01T00:00:00Z', updatedAt: '2025-07-01' },
  }))
  expect(await syncItems(test.library, calculated)).toMatchObject({ changed: 20 })
  expect(logged()).toHaveLength(before)
  expect(stored('SELECT count(*) AS rows FROM score_history WHERE sync = 2')).toEqual([{ rows: 20 }])
})

it('keeps the id of an unreadable item, and nothing else of it, until it can be read', async () => {
  const isQuarantined = (number: number) =>
    test.library.isQuarantined({ workspace, resource: 'insights', id: insightId(number) })
  const bad = { ...generateInsight(2), strengthScore: 7 }
  await syncItems(test.library, [generateInsight(1), bad, 'no insight'])
  expect(stored('SELECT item_id FROM quarantine ORDER BY position')).toEqual([
    { item_id: insightId(2) },
    { item_id: null },
  ])
  expect([await isQuarantined(1), await isQuarantined(2)]).toEqual([false, true])
  await syncItems(test.library, [generateInsight(1), generateInsight(2)])
  expect(stored('SELECT * FROM quarantine')).toEqual([])
})

it('logs an insight as added when the service first lists one that the person created', async () => {
  const { targetId } = newChange(1)
  await test.library.addChange(newChange(1))
  expect(logged()).toEqual([])
  await syncItems(test.library, [{ ...generateInsight(5), id: targetId }])
  expect(logged()).toMatchObject([{ insight_id: targetId, change: 'added' }])
})

it('keeps a row for every sync, even when nothing changed', async () => {
  for (const startedAt of ['2025-06-01T10:00:00.000Z', '2025-06-01T10:05:00.000Z']) {
    await syncItems(test.library, generateInsights(3), startedAt)
  }
  const syncs = stored('SELECT report FROM syncs ORDER BY row')
  expect(syncs.map(({ report }) => JSON.parse(String(report)))).toMatchObject([
    { added: 3 },
    { added: 0, unchanged: 3 },
  ])
})
