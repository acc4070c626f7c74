import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InsightFilter } from '../../contract/features/insights'
import { generateInsight } from '../testing/generated-insights'
import {
  openTestLibrary,
  recordQuery,
  syncItems,
  syncKnowledge,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'

const dates = { createdAt: '2025-01-01T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z' }
const feedback = (number: number, content: string, sourceId?: string) => ({
  ...{ id: `5000000${number}-0000-4000-8000-000000000001`, content, source: 'survey', processed: true, ...dates },
  ...(sourceId === undefined ? {} : { sourceId }),
})
const insight = (number: number, title: string, description: string, rest: object = {}) => ({
  ...generateInsight(number),
  ...{ title, description, combinedScore: number, opportunities: [], solutions: [], outcomes: [], feedback: [] },
  ...rest,
})

const items = [
  insight(1, 'Battery drains in winter', 'The range is short.'),
  insight(2, 'Two batteries would help', 'Charging both takes a night.'),
  insight(3, 'The charger hums', 'It was unplugged, and the battery range dropped.'),
  insight(4, 'Café map', 'A route planner for hills.'),
  insight(5, 'Saddle', 'The range of the battery is fine.', {
    feedback: [feedback(1, 'My saddle squeaks.', 'TCK-20647'), feedback(2, 'No comment', 'nps-77001')],
  }),
]

let test: TestLibrary
beforeAll(async () => {
  test = await openTestLibrary('memory')
  await syncItems(test.library, items)
})
afterAll(() => test.remove())

const ask = (text: string, sort: { bestFirst?: boolean } = {}) =>
  test.library.queryInsights({
    ...{ workspace, filter: InsightFilter.parse({ text }), offset: 0, limit: 50 },
    sort: { column: 'combinedScore', direction: 'ascending', ...sort },
  })
const numbers = async (text: string, sort = {}) =>
  (await ask(text, sort)).rows.map(({ combinedScore }) => combinedScore)

describe('typing errors', () => {
  it.each([
    ['batery', 'battery', [1, 2, 3, 5]],
    ['charign', 'charging', [2]],
    ['rnage', 'range', [1, 3, 5]],
    ['saddel', 'saddle', [5]],
    ['unpluggd', 'unplugged', [3]],
  ])('%s is searched for as %s', async (typed, similar, found) => {
    const page = await ask(typed)
    expect(page.forgiven).toEqual([{ typed, words: [similar], because: 'similar' }])
    expect(page.rows.map(({ combinedScore }) => combinedScore)).toEqual(found)
    expect(page.total).toBe(found.length)
  })

  it('are forgiven next to correct words, and within one alternative', async () => {
    expect(await numbers('batery winter')).toEqual([1])
    expect(await numbers('batery or hlils')).toEqual([1, 2, 3, 4, 5])
  })

  it.each(['"batery"', 'bat', 'zzzzzz', 'bttr', 'winter saddle', 'winter or saddel'])(
    'are not looked for in %j',
    async (typed) => {
      expect((await ask(typed)).forgiven).toBeUndefined()
    },
  )

  it('are not looked for when filters exclude the matches of the words', async () => {
    const filter = InsightFilter.parse({ text: 'hums', types: ['nothing'] })
    const sort = { column: 'title', direction: 'ascending' } as const
    const page = await test.library.queryInsights({ workspace, filter, sort, offset: 0, limit: 5 })
    expect(page.forgiven).toBeUndefined()
    expect(page.total).toBe(0)
  })

  it('are forgiven on every page, using the current vocabulary', async () => {
    const { library, remove } = await openTestLibrary('memory')
    const titles = async (text: string, offset = 0) =>
      (
        await library.queryInsights({
          ...{ workspace, filter: InsightFilter.parse({ text }), offset, limit: 1 },
          sort: { column: 'title', direction: 'ascending' },
        })
      ).rows.map(({ title }) => title)
    await syncItems(library, [insight(1, 'Wombat one', ''), insight(2, 'Wombat two', '')])
    expect([await titles('wombta'), await titles('wombta', 1)]).toEqual([['Wombat one'], ['Wombat two']])
    await syncItems(library, [insight(1, 'Wombta', ''), insight(2, 'Quokka', '')])
    expect(await titles('wombta')).toEqual(['Wombta'])
    expect(await titles('quoka')).toEqual(['Quokka'])
    remove()
  })

  it('are forgiven in every list of records', async () => {
    const { library, remove } = await openTestLibrary('memory')
    const title = 'Squeaky saddle'
    const { opportunities, solutions, outcomes } = generateInsight(1)
    await syncItems(library, [
      insight(1, title, '', {
        opportunities: opportunities.slice(0, 1).map((each) => ({ ...each, title })),
        solutions: solutions.slice(0, 1).map((each) => ({ ...each, title })),
        outcomes: outcomes.slice(0, 1).map((each) => ({ ...each, title })),
        feedback: [feedback(1, title)],
      }),
    ])
    await syncKnowledge(library, [{ id: randomUUID(), title, state: 'completed', source: 'url' }])
    const query = { ...recordQuery(), text: 'saddel' }
    const pages = {
      opportunities: await library.queryOpportunities({ ...query, statuses: [] }),
      solutions: await library.querySolutions({ ...query, statuses: [], horizons: [] }),
      outcomes: await library.queryOutcomes(query),
      feedback: await library.queryFeedback({
        ...{ ...query, sources: [], sentiments: [], months: [] },
        sort: { column: 'createdAt', direction: 'descending' },
      }),
      knowledge: await library.queryKnowledge({ ...query, states: [], sources: [] }),
    }
    for (const [list, { total, forgiven }] of Object.entries(pages)) {
      expect
        .soft([list, total, forgiven])
        .toEqual([...[list, 1, [{ typed: 'saddel', words: ['saddle'], because: 'similar' }]]])
    }
    await remove()
  })

  it('are forgiven in notes', async () => {
    await test.library.setNote({ workspace, kind: 'insight', id: String(items[3]?.id), note: 'Ask the cartographer' })
    expect(await numbers('cartograhper')).toEqual([4])
  })
})

describe('words that a search falls back to', () => {
  const other = { ...workspace, workspaceId: 'another' }
  let both: TestLibrary
  beforeAll(async () => {
    both = await openTestLibrary('memory')
    const { library } = both
    const { syncId } = await library.beginSync({ workspace: other, resource: 'insights', startedAt: dates.createdAt })
    const elsewhere = [
      insight(1, 'Headquarters move', 'Saddel'),
      ...[2, 3, 4].map((number) => insight(number, 'Saddla', 'Unbatteried')),
    ]
    await library.appendSync({ syncId, bytes: new Uint8Array(Buffer.from(JSON.stringify({ data: elsewhere }))) })
    await library.commitSync({ syncId, validators: null })
    await syncItems(library, [...items, insight(6, 'Acquisition of a rival', 'Secret', { hideContent: true })])
  })
  afterAll(() => both.remove())

  it.each([
    ['a word of another workspace', 'headquartres', undefined],
    ['a part of one', 'quarters', undefined],
    ['a word of a hidden record', 'aquisition', undefined],
    ['a part of one', 'cquisit', undefined],
    ['a word that others spell so', 'saddel', ['saddle']],
    ['a word that another workspace has in more records', 'saddlo', ['saddle']],
    ['a part of a word here and elsewhere', 'atter', ['battery', 'batteries']],
  ])('come only from visible records of this workspace: %s', async (_, text, words) => {
    const filter = InsightFilter.parse({ text })
    const sort = { column: 'title', direction: 'ascending' } as const
    // The other one first: its cache must not count here.
    for (const each of [other, workspace]) {
      const { forgiven } = await both.library.queryInsights({ workspace: each, filter, sort, offset: 0, limit: 9 })
      if (each === workspace) expect(forgiven?.flatMap((word) => word.words)).toEqual(words)
    }
  })
})

describe('forms and parts of words', () => {
  it.each([
    ['battery', 'batteries', [1, 2, 3, 5]],
    ['charge', 'charging', [2, 3]],
    ['drain', 'drained', [1]],
    ['hill', 'hills', [4]],
  ])('%s and %s match other forms of the word', async (one, other, found) => {
    expect(await numbers(one)).toEqual(found.filter((number) => one !== 'charge' || number > 1))
    expect(await numbers(other)).toEqual(one === 'charge' ? [2] : found)
  })

  it('finds a word by its middle only if no word starts with the text', async () => {
    const page = await ask('plugg')
    expect(page.forgiven).toEqual([{ typed: 'plugg', words: ['unplugged'], because: 'part' }])
    expect(page.rows.map(({ combinedScore }) => combinedScore)).toEqual([3])
    expect((await ask('char')).forgiven).toBeUndefined()
  })
})

describe('alternatives, phrases and excluded words', () => {
  it.each([
    ['winter or saddle', [1, 5]],
    ['winter | saddle', [1, 5]],
    ['battery winter or saddle range', [1, 5]],
    ['or', []],
    ['"battery range"', [3]],
    ['"the range"', [1, 5]],
    ['"Range the"', []],
    ['"batteries"', [2]],
    ['"cafe map"', [4]],
    ['battery -range', [2]],
    ['battery -"battery range"', [1, 2, 5]],
    ['-battery', [4]],
    ['-batt', [1, 2, 3, 4, 5]],
    ['winter or -battery', [1, 4]],
  ])('%j finds %j', async (typed, found) => {
    expect(await numbers(typed)).toEqual(found)
  })

  it('apply to notes as well as to the text', async () => {
    await test.library.setNote({
      workspace,
      kind: 'insight',
      id: String(items[0]?.id),
      note: 'Tell Jo about the winter plan',
    })
    expect(await numbers('"winter plan"')).toEqual([1])
    expect(await numbers('jo or saddle')).toEqual([1, 5])
    expect(await numbers('battery -jo')).toEqual([2, 3, 5])
  })
})

describe('ids and references', () => {
  const id = String(items[3]?.id)
  it.each([
    ['an id', id, [4]],
    ['an id in capitals', ` ${id.toUpperCase()} `, [4]],
    ['the reference of feedback', 'TCK-20647', [5]],
    ['its beginning, in small letters', 'tck-206', [5]],
    ['too little of it', 'tck-', []],
  ])('finds an insight by %s', async (_, typed, found) => {
    expect(await numbers(typed)).toEqual(found)
  })

  it('finds records by the first eight characters of an id, and not by fewer', async () => {
    expect(await numbers(id.slice(0, 8))).toHaveLength(items.length)
    expect(await numbers(id.slice(0, 7))).toEqual([])
  })

  it('finds feedback by its reference and its id', async () => {
    const sort = { column: 'createdAt', direction: 'ascending' } as const
    const contents = async (text: string) =>
      (
        await test.library.queryFeedback({ ...recordQuery(), sources: [], sentiments: [], months: [], sort, text })
      ).rows.map(({ content }) => content)
    expect(await contents('NPS-77001')).toEqual(['No comment'])
    expect(await contents('50000001')).toEqual(['My saddle squeaks.'])
  })

  it('finds an insight by the reference of its feedback from the palette', async () => {
    const { found } = await test.library.searchEverything({ workspace, text: 'TCK-20647', limit: 5 })
    expect(found.map(({ kind, title }) => `${kind} ${title}`)).toEqual(['insight Saddle'])
  })
})

describe('best matches first', () => {
  it('lists title matches before text matches, each in list order, only when requested', async () => {
    expect(await numbers('battery')).toEqual([1, 2, 3, 5])
    expect(await numbers('saddle or range')).toEqual([1, 3, 5])
    expect(await numbers('saddle or range', { bestFirst: true })).toEqual([5, 1, 3])
    expect(await numbers('batery', { bestFirst: true })).toEqual([1, 2, 3, 5])
    expect(await numbers('', { bestFirst: true })).toEqual([1, 2, 3, 4, 5])
  })

  it('holds for many matches too', async () => {
    const { library, remove } = await openTestLibrary('memory')
    await syncItems(
      library,
      Array.from({ length: 600 }, (_, number) => insight(number, number % 100 === 7 ? 'A quokka' : 'Other', 'quokka')),
    )
    const filter = InsightFilter.parse({ text: 'quokka' })
    const sort = { column: 'combinedScore', direction: 'descending', bestFirst: true } as const
    const page = await library.queryInsights({ workspace, filter, sort, offset: 0, limit: 8 })
    expect(page.rows.map(({ combinedScore }) => combinedScore)).toEqual([507, 407, 307, 207, 107, 7, 599, 598])
    expect(page.total).toBe(600)
    remove()
  })
})

describe('the palette', () => {
  const search = (text: string) => test.library.searchEverything({ workspace, text, limit: 5 })

  it('forgives words that no kind of record has, and ranks the corrected matches last', async () => {
    await test.library.saveMetric({ workspace, metricId: 'm1', label: 'Winterize', addedAt: '2025-01-01T00:00:00Z' })
    const { found, forgiven } = await search('saddel')
    expect(forgiven).toEqual([{ typed: 'saddel', words: ['saddle'], because: 'similar' }])
    expect(found).toEqual([expect.objectContaining({ kind: 'insight', title: 'Saddle', foundIn: 'text' })])
    expect((await search('winterize')).forgiven).toBeUndefined()
    expect((await search('winterize')).found).toHaveLength(1)
  })
})

describe('words with combining marks', () => {
  let marked: TestLibrary
  beforeAll(async () => {
    marked = await openTestLibrary('memory')
    const scripts = ['हिन्दी में खोज', 'தமிழ் தேடல்', 'שָׁלוֹם', 'العَرَبِيَّة', 'বাংলা', 'Cafe\u0301', 'A hill']
    const titles = [...scripts, '⚠\ufe0f Battery swells', 'ที่นี่ไม่มีไฟ']
    await syncItems(
      marked.library,
      titles.map((title, place) => insight(place, title, 'Text')),
    )
  })
  afterAll(() => marked.remove())

  it.each([
    ['हिन्दी', [0]],
    ['हिन', [0]],
    ['"हिन्दी में"', [0]],
    ['-हिन्दी', [1, 2, 3, 4, 5, 6, 7, 8]],
    ['தமிழ்', [1]],
    ['שָׁלוֹם', [2]],
    ['العَرَبِيَّة', [3]],
    ['বাংলা', [4]],
    ['cafe\u0301', [5]],
    ['"\u0301 \u093f" a\u20ddb', []],
    ['ᦵᦶ', []],
    ['⚠\ufe0f Battery swells', [7]],
    ['"⚠\ufe0f Battery" #\ufe0f\u20e3', [7]],
    ['battery -⚠\ufe0f', [7]],
    ['ที่นี่', [8]],
    ['"ที่นี่"', [8]],
    ['"ที่ไฟ"', []],
  ])('%s is searched for with its marks', async (text, found) => {
    const sort = { column: 'combinedScore', direction: 'ascending', bestFirst: true } as const
    const filter = InsightFilter.parse({ text })
    const page = await marked.library.queryInsights({ workspace, filter, sort, offset: 0, limit: 10 })
    expect(page.rows.map(({ combinedScore }) => combinedScore).sort()).toEqual(found)
  })
})
