import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { leastOfPairs } from '../../contract/features/duplicates'
import type { LibraryApi } from '../../contract/library'
import { generateInsight, insightId } from '../testing/generated-insights'
import { openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'
import { watchStatements } from '../testing/watched-statements'
import { cosine } from './compact-vectors'

let test: TestLibrary
afterEach(() => test.remove())

const insight = (number: number, title: string, topicEmbeddings?: readonly number[]) => {
  const { topicEmbeddings: _, ...rest } = generateInsight(number)
  return { ...rest, title, description: '', ...(topicEmbeddings && { topicEmbeddings: [...topicEmbeddings] }) }
}
const angle = (degrees: number) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]

const items = [
  insight(0, 'Range drops on hills', angle(0)),
  insight(1, 'Distance estimate falls when climbing', angle(10)),
  insight(2, 'Battery empties in winter', angle(30)),
  insight(3, 'Dealer portal logs out', angle(90)),
  insight(4, 'Range shown on hills is wrong'),
  insight(5, 'Zeros', [0, 0]),
  insight(6, 'Another length', [1, 2, 3]),
]

/** Asks again until it is done, as the page does. */
async function findDuplicates(library: LibraryApi) {
  for (;;) {
    const found = await library.findDuplicates({ workspace })
    if (found.progress === 1) return found
  }
}

describe.each(['memory', 'file'] as const)('similar insights in a library (%s)', (kind) => {
  it('lists the nearest insights with their cosine, and counts those it could not compare', async () => {
    test = await openTestLibrary(kind)
    await syncItems(test.library, items)
    const { by, rows, uncompared } = await test.library.similarInsights({ workspace, id: insightId(0) })
    expect(by).toBe('meaning')
    expect(rows.map(({ id }) => id)).toEqual([insightId(1), insightId(2)])
    expect(rows[0]?.similarity).toBeCloseTo(Math.cos((10 * Math.PI) / 180), 6)
    expect(uncompared).toEqual({ without: 1, incomparable: 2, leftOut: 0 })
  })

  it.each([4, 5, 6])('falls back to words for an insight without a comparable embedding: %s', async (number) => {
    test = await openTestLibrary(kind)
    await syncItems(test.library, items)
    const { by, rows } = await test.library.similarInsights({ workspace, id: insightId(number) })
    expect(by).toBe('words')
    expect(rows.map(({ id, similarity }) => [id, similarity])).toEqual(number === 4 ? [[insightId(0), null]] : [])
  })

  it('searches by the rare words of a title, or by all its words if none are rare', async () => {
    test = await openTestLibrary(kind)
    const frequentWords = 'Battery overheating connectors chargers displays suspension brackets'
    const frequent = Array.from({ length: 2_000 }, (_, number) => ({
      ...insight(number + 10, frequentWords),
      ...{ opportunities: [], solutions: [], outcomes: [], feedback: [] },
    }))
    const rare = [insight(1, `${frequentWords} jams`), insight(2, 'Display jams'), insight(3, 'Jams with the battery')]
    await syncItems(test.library, [...rare, ...frequent])
    const newest = frequent
      .slice(-20)
      .map(({ id }) => id)
      .reverse()
    const similarTo = async (number: number) =>
      (await test.library.similarInsights({ workspace, id: insightId(number) })).rows.map(({ id }) => id)
    expect(await similarTo(1)).toEqual([insightId(3), insightId(2)])
    expect(await similarTo(10)).toEqual(newest)
  })

  it('ignores stop words, and words that many insights of a small workspace share', async () => {
    test = await openTestLibrary(kind)
    const bare = { opportunities: [], solutions: [], outcomes: [], feedback: [] }
    const others = Array.from({ length: 20 }, (_, place) => ({ ...insight(place + 10, 'Riders have hills'), ...bare }))
    const few = [
      insight(1, 'Riders couldn’t order another lock'),
      insight(2, 'A lock'),
      insight(3, 'Another bell couldn’t ring'),
    ]
    await syncItems(test.library, [...few, ...others])
    const { rows } = await test.library.similarInsights({ workspace, id: insightId(1) })
    expect(rows.map(({ id }) => id)).toEqual([insightId(2)])
    // Found by frequent words alone, as the title has no others: by all of them.
    const alike = (await test.library.similarInsights({ workspace, id: insightId(10) })).rows.map(({ id }) => id)
    expect(alike.toSorted()).toEqual(others.slice(1).map(({ id }) => id))
  })

  it.each([
    ['Shops replace them before spring.', ['Riders store the bike all winter and lose capacity by spring']],
    ['The brakes squeal in the rain', ['Bikes wait for a brake cable', 'First pairing happens in gloves and rain']],
    [
      'Brake lever too long for small hands',
      ['Bikes wait for a brake cable', 'Elevation profile is cut off on small phones', 'Small dealers fear booking'],
    ],
    ['Brakes, braking and the braked wheel', ['Bikes wait for a brake cable']],
    ['Riders and bikes', ['Bikes of riders', 'Riders store the bike all winter and lose capacity by spring']],
    ['The bike', []],
    ['Zeppelin spokes', []],
  ])('lists titles with other forms of the rare words of %j, the rarest first', async (title, expected) => {
    test = await openTestLibrary(kind)
    const about = (number: number, each: string, description = '') => ({
      ...insight(number, each),
      ...{ description, opportunities: [], solutions: [], outcomes: [], feedback: [] },
    })
    const told = [
      about(1, 'The pairing code is printed where the bottle cage covers it', 'Fitted since spring, before the bikes.'),
      about(2, 'Plan the route by energy left', 'Competitors advertise it to riders since spring.'),
      about(3, 'Riders store the bike all winter and lose capacity by spring'),
      about(4, 'First pairing happens in gloves and rain'),
      about(5, 'Small dealers fear booking'),
      about(6, 'Elevation profile is cut off on small phones'),
      about(7, 'Bikes wait for a brake cable'),
      about(8, 'Bikes of riders'),
      about(9, 'Stopping distance', 'It stayed longer.'),
    ]
    const others = Array.from({ length: 20 }, (_, place) => about(place + 10, `Name ${place}`, 'The rider had a bike.'))
    await syncItems(test.library, [...told, ...others, about(40, title)])
    const { rows } = await test.library.similarInsights({ workspace, id: insightId(40) })
    expect(rows.map((row) => row.title)).toEqual(expected)
  })

  it('finds insights near the matches of a search that do not match it themselves', async () => {
    test = await openTestLibrary(kind)
    await syncItems(test.library, items)
    const asked = { workspace, ids: [insightId(0), insightId(4)], text: 'hills', limit: 5 }
    const related = await test.library.relatedInsights(asked)
    expect(related.map(({ id }) => id)).toEqual([insightId(1), insightId(2)])
    expect((await test.library.relatedInsights({ ...asked, text: 'distance' })).map(({ id }) => id)).toEqual([
      insightId(2),
    ])
  })

  it('dismisses a pair as not duplicates, and undoes the dismissal', async () => {
    test = await openTestLibrary(kind)
    await syncItems(test.library, items)
    const pair = {
      workspace,
      ids: [insightId(1), insightId(0)] as [string, string],
      dismissedAt: '2025-06-03T00:00:00Z',
    }
    const first = async () => (await findDuplicates(test.library)).pairs[0]
    expect(await first()).toMatchObject({ insights: [{ id: insightId(0) }, { id: insightId(1) }], isDismissed: false })
    await test.library.dismissDuplicate({ ...pair, isDismissed: true })
    await test.library.dismissDuplicate({ ...pair, isDismissed: true })
    expect(await first()).toMatchObject({ isDismissed: true })
    if (kind === 'file') {
      await test.reopen()
      expect(await first()).toMatchObject({ isDismissed: true })
    }
    await test.library.dismissDuplicate({ ...pair, isDismissed: false })
    expect(await first()).toMatchObject({ isDismissed: false })
  })
})

it('reads no more than 2,000 titles by words, in the order of the index', async () => {
  const taken = watchStatements()
  test = await openTestLibrary('file')
  const words = Array.from('abcdefghij', (letter) => `word${letter}`)
  const bare = { opportunities: [], solutions: [], outcomes: [], feedback: [] }
  const many = Array.from({ length: 3_000 }, (_, place) => ({
    ...insight(place + 1, place < 200 ? 'Rarest' : `A ${words[place % 10]}`),
    ...bare,
  }))
  await syncItems(test.library, [...many, { ...insight(4_001, `Rarest ${words.join(' ')}`), ...bare }])
  await test.reopen()
  taken()
  const { rows } = await test.library.similarInsights({ workspace, id: insightId(4_001) })
  expect(rows.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, () => 'Rarest'))
  const statements = taken()
  const [found] = statements.filter(({ sql }) => sql.includes('insights_fts MATCH'))
  expect(found?.rows()).toBeGreaterThan(1_000)
  expect(found?.rows()).toBeLessThanOrEqual(2_000)
  const plan = (part: string) => statements.find(({ sql }) => sql.includes(part))?.plan()
  expect(plan('insights_fts MATCH')).toEqual([
    expect.stringMatching(/^SCAN insights_fts VIRTUAL TABLE INDEX /),
    'SEARCH insights USING INTEGER PRIMARY KEY (rowid=?)',
  ])
  // Looked up by its term.
  expect(plan('insights_vocab')?.at(-1)).toBe('SCAN insights_vocab VIRTUAL TABLE INDEX 1:')
})

it('yields to other calls between matches when it looks for related insights', async () => {
  test = await openTestLibrary('file')
  await syncItems(test.library, items)
  const asked = { workspace, ids: [0, 1, 2, 3, 4].map(insightId), text: 'hills', limit: 5 }
  await test.library.relatedInsights(asked)
  let [turns, isDone] = [0, false]
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await test.library.relatedInsights(asked)
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(5)
})

it('throws NOT_FOUND for a missing insight, and finds no duplicates in an empty workspace', async () => {
  test = await openTestLibrary('memory')
  const missing = test.library.similarInsights({ workspace, id: insightId(0) })
  await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await test.library.findDuplicates({ workspace })).toMatchObject({ progress: 1, pairs: [], compared: 0 })
})

it('finds the same pairs as a brute-force search, also after a sync', async () => {
  test = await openTestLibrary('memory')
  const embedding = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 4, maxLength: 4 })
  const [before = [], after = []] = fc.sample(fc.array(embedding, { minLength: 40, maxLength: 40 }), {
    numRuns: 2,
    seed: 5,
  })
  for (const [round, all] of [before, after].entries()) {
    await syncItems(
      test.library,
      all.map((each, number) => insight(number, `Number ${number}`, each)),
      `2025-06-0${round + 1}T10:00:00.000Z`,
    )
    const expected = all.flatMap((one, number) =>
      all.slice(number + 1).flatMap((other, place) => {
        const similarity = cosine(Float32Array.from(one), Float32Array.from(other))
        const ids = [insightId(number), insightId(number + 1 + place)]
        return similarity !== null && similarity >= leastOfPairs ? [`${ids.join(' ')} ${similarity.toFixed(6)}`] : []
      }),
    )
    const { pairs, compared } = await findDuplicates(test.library)
    const found = pairs.map(
      ({ insights, similarity }) => `${insights.map(({ id }) => id).join(' ')} ${similarity.toFixed(6)}`,
    )
    expect(found.toSorted()).toEqual(expected.toSorted())
    expect(compared).toBe(all.filter((each) => each.some(Boolean)).length)
  }
})

it('returns the same duplicates without a new search when no embedding changed', async () => {
  test = await openTestLibrary('memory')
  await syncItems(test.library, items)
  const found = await findDuplicates(test.library)
  await test.library.decideTriage({
    ...{ workspace, kind: 'insight', id: insightId(0), decision: { status: 'reviewed' } },
    decidedAt: '2025-06-03T00:00:00Z',
  })
  expect(await test.library.findDuplicates({ workspace })).toEqual(found)
})
