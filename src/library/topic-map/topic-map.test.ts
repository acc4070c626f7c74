// Maps drawn by the library, and selections made on them. In memory the same statements run over one connection in place
// of two, so there a map is drawn, kept while another one is cancelled, and completed.
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fewestOnMap, noCluster, noOpportunity, otherOpportunity } from '../../contract/features/topic-map'
import type { Insight } from '../../contract/resources/insight'
import { generateInsight, insightId } from '../testing/generated-insights'
import {
  beginItems,
  insightQuery,
  openTestLibrary,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'
import { seededRandom } from './seeded-random'

let test: TestLibrary
const madeAt = '2026-02-01T10:00:00.000Z'
const length = 40
const themes = ['battery winter range', 'cargo basket child', 'invoice export price']

/** Near one of three directions, with a title of that theme; every tenth has no embedding. */
function insightOf(number: number, changes: Partial<Insight> = {}): Insight {
  const random = seededRandom(number + 1)
  const theme = number % themes.length
  const { topicEmbeddings: _, ...insight } = generateInsight(number)
  const near = Array.from({ length }, (_, at) => Math.sin((theme + 1) * (at + 1) * 1.7) + 0.4 * (random() - 0.5))
  return {
    ...insight,
    title: `${themes[theme]} ${number}`,
    ...(number % 10 === 9 ? {} : { topicEmbeddings: near }),
    ...changes,
  }
}
const insightsOf = (count: number) => Array.from({ length: count }, (_, number) => insightOf(number))

const state = () => test.library.topicMapState({ workspace })
async function draw(what: 'all' | 'missing' = 'all') {
  await test.library.drawTopicMap({ workspace, what, madeAt })
  await expect.poll(async () => (await state()).progress).toBeNull()
  return state()
}
async function points() {
  const { map } = await state()
  const found = await test.library.topicMapPoints({ workspace, mapId: map?.id ?? '' })
  if (found === null) throw new Error('There is no map.')
  const names = await test.library.namesOnTopicMap({ workspace, insights: [...found.insights].slice(0, 100) })
  return { ...found, ids: new Map(names.map(({ insight, id }) => [insight, id])) }
}

describe('the topic map of a library in file', () => {
  beforeEach(async () => {
    test = await openTestLibrary('file')
  })
  afterEach(() => test.remove())

  it('counts insights with and without an embedding, and draws no map of too few', async () => {
    await syncItems(test.library, insightsOf(fewestOnMap))
    expect(await state()).toEqual({
      insights: 30,
      withEmbedding: 27,
      otherLength: 0,
      map: null,
      progress: null,
      hasFailed: false,
    })
    expect((await draw()).map).toBeNull()
  })

  it('counts embeddings of another length separately, and leaves them off the map', async () => {
    const odd = [insightOf(100, { topicEmbeddings: [1, 2, 3] }), insightOf(101, { topicEmbeddings: [1, 2] })]
    await syncItems(test.library, [...insightsOf(60), ...odd])
    expect(await state()).toMatchObject({ insights: 62, withEmbedding: 54, otherLength: 2 })
    expect((await draw()).map).toMatchObject({ points: 54, missing: 0 })
  })

  it('does not place insights with an all-zero embedding, and counts them as having none', async () => {
    const zeros = [100, 101].map((number) => insightOf(number, { topicEmbeddings: new Array<number>(length).fill(0) }))
    await syncItems(test.library, [...insightsOf(60), ...zeros])
    expect(await state()).toMatchObject({ insights: 62, withEmbedding: 54, otherLength: 0 })
    expect((await draw()).map).toMatchObject({ points: 54, missing: 0 })
  })

  it('clusters insights with similar embeddings and names each cluster by its distinctive words', async () => {
    await syncItems(test.library, insightsOf(100))
    expect((await draw()).map).toMatchObject({ madeAt, points: 90, added: 0, missing: 0 })
    const { insights, cluster, clusters, ids } = await points()
    expect(clusters).toHaveLength(3)
    const clusterOf = new Map<number, Set<number>>()
    for (const [place, insight] of insights.entries()) {
      const number = Number.parseInt(ids.get(insight)?.slice(-6) ?? '', 16)
      const found = clusterOf.get(number % 3) ?? new Set()
      clusterOf.set(number % 3, found.add(cluster[place] ?? noCluster))
    }
    expect([...clusterOf.values()].map(({ size }) => size)).toEqual([1, 1, 1])
    for (const [theme, found] of clusterOf) {
      const [only = noCluster] = [...found]
      expect(clusters[only]?.words.toSorted()).toEqual(themes[theme]?.split(' ').toSorted())
    }
  })

  it('gives the type, day and most frequent opportunity of each point that a naive count gives', async () => {
    const items = insightsOf(60)
    await syncItems(test.library, items)
    await draw()
    const { insights, type, types, day, opportunity, opportunities, ids } = await points()
    const onMap = items.filter(({ topicEmbeddings }) => topicEmbeddings !== undefined)
    const counts = new Map<string, number>()
    for (const item of onMap)
      for (const each of new Set((item.opportunities ?? []).map(({ id }) => id)))
        counts.set(each, (counts.get(each) ?? 0) + 1)
    expect(insights).toHaveLength(onMap.length)
    const greatest = [...counts.values()].sort((one, other) => other - one).slice(0, opportunities.length)
    expect(opportunities.map(({ id }) => counts.get(id))).toEqual(greatest)
    for (const [place, insight] of insights.entries()) {
      const item = onMap.find(({ id }) => id === ids.get(insight))
      expect(types[type[place] ?? -1]).toBe(item?.type)
      expect(day[place]).toBe(Math.floor(Date.parse(item?.createdAt ?? '') / 86_400_000))
      const carried = new Set((item?.opportunities ?? []).map(({ id }) => id))
      const best = opportunities.findIndex(({ id }) => carried.has(id))
      expect(opportunity[place]).toBe(best >= 0 ? best : carried.size > 0 ? otherOpportunity : noOpportunity)
    }
  })

  it('shows no words of titles that were hidden after the map was drawn', async () => {
    const items = insightsOf(90).map((item, place) =>
      place % 3 === 0 ? { ...item, title: `Secretword child's ${place}`, description: '' } : item,
    )
    await syncItems(test.library, items)
    await draw()
    const words = async () => (await points()).clusters.flatMap((cluster) => cluster.words)
    const before = await words()
    expect(before).toEqual(expect.arrayContaining(['secretword', "child's"]))
    await syncItems(
      test.library,
      items.map((item, place) => (place % 3 === 0 ? { ...item, hideContent: true } : item)),
      '2025-06-02T10:00:00.000Z',
    )
    expect(await words()).toEqual(before.filter((word) => !['secretword', "child's"].includes(word)))
  })

  it('takes no words from hidden content', async () => {
    const items = insightsOf(90).map((item, place) =>
      place % 3 === 0 ? { ...item, title: `Secretword ${item.title}`, hideContent: true } : item,
    )
    await syncItems(test.library, items)
    await draw()
    const { clusters } = await points()
    expect(clusters.flatMap(({ words }) => words)).not.toContain('secretword')
    expect(clusters.some(({ words }) => words.length === 0)).toBe(true)
  })

  it('draws the same map of the same insights', async () => {
    await syncItems(test.library, insightsOf(70))
    await draw()
    const first = await points()
    await draw()
    const second = await points()
    expect(second.mapId).not.toBe(first.mapId)
    expect([...second.x, ...second.y, ...second.cluster]).toEqual([...first.x, ...first.y, ...first.cluster])
  })

  it('adds later insights near similar ones, and drops those that are gone', async () => {
    await syncItems(test.library, insightsOf(60))
    await draw()
    const before = await points()
    const later = [...insightsOf(60).slice(1), insightOf(60), insightOf(61), insightOf(62)]
    await syncItems(test.library, later, '2025-06-02T10:00:00.000Z')
    expect((await state()).map).toMatchObject({ points: 53, added: 0, missing: 3 })
    expect((await draw('missing')).map).toMatchObject({ id: before.mapId, points: 56, added: 3, missing: 0 })
    const after = await points()
    const clusterOf = (number: number) => {
      const place = [...after.insights].findIndex((insight) => after.ids.get(insight) === insightId(number))
      return after.cluster[place]
    }
    for (const number of [60, 61, 62]) expect(clusterOf(number)).toBe(clusterOf(number - 30))
  })

  it('places an insight again when its embedding changed', async () => {
    await syncItems(test.library, insightsOf(60))
    await draw()
    const moved = insightsOf(60).map((item, place) =>
      place === 0 ? { ...item, topicEmbeddings: insightOf(1).topicEmbeddings } : item,
    ) as Insight[]
    await syncItems(test.library, moved, '2025-06-02T10:00:00.000Z')
    expect((await state()).map).toMatchObject({ points: 53, missing: 1 })
    expect((await draw('missing')).map).toMatchObject({ points: 54, added: 1, missing: 0 })
  })

  it('keeps the existing map as it was when drawing another one is cancelled', async () => {
    await syncItems(test.library, insightsOf(60))
    const { map } = await draw()
    await test.library.drawTopicMap({ workspace, what: 'all', madeAt: '2026-03-01T10:00:00.000Z' })
    expect((await state()).progress).not.toBeNull()
    await test.library.cancelTopicMap({ workspace })
    expect(await state()).toMatchObject({ map, progress: null, hasFailed: false })
    // The cancelled one does not hold up the next.
    expect((await draw()).map?.id).not.toBe(map?.id)
  })

  it('has no map once all of its insights are gone, and draws one of others', async () => {
    await syncItems(test.library, insightsOf(60))
    await draw()
    await syncItems(test.library, [], '2025-06-02T10:00:00.000Z')
    expect(await state()).toMatchObject({ insights: 0, withEmbedding: 0, map: null })
    const others = Array.from({ length: 40 }, (_, number) => insightOf(100 + number))
    await syncItems(test.library, others, '2025-06-03T10:00:00.000Z')
    expect((await draw()).map).toMatchObject({ points: 36, missing: 0 })
  })

  it('narrows the list to exactly the insights of a selection', async () => {
    const items = insightsOf(60)
    await syncItems(test.library, items)
    await draw()
    const { insights, ids } = await points()
    await fc.assert(
      fc.asyncProperty(fc.subarray([...insights], { minLength: 1 }), async (chosen) => {
        const { id } = await test.library.selectInsights({ workspace, insights: Uint32Array.from(chosen) })
        const { rows, total } = await test.library.queryInsights(insightQuery({ picked: id }))
        expect(total).toBe(chosen.length)
        expect(rows.map((row) => row.id).toSorted()).toEqual(chosen.map((insight) => ids.get(insight)).toSorted())
      }),
      { numRuns: 25 },
    )
    expect((await test.library.queryInsights(insightQuery({ picked: 'gone' }))).total).toBe(0)
  })
})

it('is drawn, cancelled and completed in memory', async () => {
  test = await openTestLibrary('memory')
  await syncItems(test.library, insightsOf(60))
  const { map } = await draw()
  expect(map).toMatchObject({ points: 54, missing: 0 })
  await test.library.drawTopicMap({ workspace, what: 'all', madeAt: '2026-03-01T10:00:00.000Z' })
  expect((await state()).progress).not.toBeNull()
  await test.library.cancelTopicMap({ workspace })
  expect(await state()).toMatchObject({ map, progress: null, hasFailed: false })
  const before = await points()
  await syncItems(test.library, insightsOf(62).slice(1), '2025-06-02T10:00:00.000Z')
  expect((await draw('missing')).map).toMatchObject({ id: map?.id, points: 55, added: 2, missing: 0 })
  const { id } = await test.library.selectInsights({ workspace, insights: before.insights.slice(1, 8) })
  expect((await test.library.queryInsights(insightQuery({ picked: id }))).total).toBe(7)
  test.remove()
})

it('keeps the map and its selections in the file', async () => {
  test = await openTestLibrary('file')
  await syncItems(test.library, insightsOf(60))
  const { map } = await draw()
  const before = await points()
  const { id } = await test.library.selectInsights({ workspace, insights: before.insights.slice(0, 7) })
  await test.reopen({ hadFile: true })
  expect((await state()).map).toEqual(map)
  expect(await points()).toEqual(before)
  expect((await test.library.queryInsights(insightQuery({ picked: id }))).total).toBe(7)
  test.remove()
})

it('discards a map that was waiting to be stored when the library closes, and keeps a note written then', async () => {
  test = await openTestLibrary('file')
  await syncItems(test.library, insightsOf(60))
  let isStored = false
  const stored = (await beginItems(test.library, insightsOf(3_000)))().finally(() => {
    isStored = true
  })
  stored.catch(() => undefined)
  await test.library.drawTopicMap({ workspace, what: 'all', madeAt })
  await expect.poll(async () => (await state()).progress, { interval: 1 }).toBeCloseTo(0.98)
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  expect(isStored).toBe(false)
  const written = test.library.setNote({ workspace, kind: 'insight', id: insightId(1), note: 'typed' })
  await test.reopen({ hadFile: true })
  await written
  expect(await state()).toMatchObject({ insights: 60, map: null, progress: null, hasFailed: false })
  expect(await test.library.getTriage({ workspace, kind: 'insight', id: insightId(1) })).toMatchObject({
    note: 'typed',
  })
  expect(test.lines).toEqual([])
  test.remove()
})

it('discards a map that was being drawn when the library closes', async () => {
  test = await openTestLibrary('file')
  await syncItems(test.library, insightsOf(60))
  await test.library.drawTopicMap({ workspace, what: 'all', madeAt })
  await test.reopen({ hadFile: true })
  expect(await state()).toMatchObject({ map: null, progress: null, hasFailed: false })
  expect(test.lines).toEqual([])
  expect((await draw()).map).toMatchObject({ points: 54 })
  test.remove()
})
