import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { InsightFilter } from '../../contract/features/insights'
import { markChange, settleChange } from '../testing/moved-changes'
import { giveLabels, newChange, syncItems, syncKnowledge, type TestLibrary, workspace } from '../testing/opened-library'
import { all, ask, openRecordLibrary } from '../testing/record-library'
import { watchStatements } from '../testing/watched-statements'

const taken = watchStatements()
let test: TestLibrary
beforeAll(async () => {
  test = await openRecordLibrary()
})
afterAll(() => test.remove())
afterEach(() => void taken())

const environment = 'sandbox' as const
const saveMetric = (label: string) =>
  test.library.saveMetric({ workspace, metricId: 'm1', label, addedAt: '2025-06-03T00:00:00Z' })
const page = (direction: 'ascending' | 'descending', limit = 20, offset = 100) =>
  ask(test, 'feedback', { sort: { column: 'createdAt', direction }, limit, offset })

describe('feedback by date', () => {
  it.each(['ascending', 'descending'] as const)('reads a page from the index, %s', async (direction) => {
    const whole = await page(direction, 2_000, 0)
    taken()
    const { rows, total } = await page(direction)
    const ordering = taken().filter(({ sql }) => sql.includes('ORDER BY'))
    expect(ordering).toHaveLength(1)
    expect(ordering[0]?.sql).toContain('LIMIT')
    const plan = ordering[0]?.plan().join('\n')
    expect(plan).toContain('feedback_by_date')
    expect(plan).not.toContain('TEMP B-TREE')
    expect(rows).toEqual(whole.rows.slice(100, 120))
    expect(total).toBe(whole.rows.length)
    await test.reopen()
  })

  it('treats a date like "now", which the database reads as the present, as undated', async () => {
    const [first, ...rest] = all
    const odd = ['now', 'NOW', 'subsec', 'Subsecond'].map((createdAt, place) => ({
      ...{ id: `0000000e-0000-4000-8000-00000000000${place}`, content: 'Odd', source: 'survey', processed: true },
      ...{ createdAt, updatedAt: createdAt },
    }))
    await syncItems(test.library, [{ ...first, feedback: odd }, ...rest])
    for (const direction of ['ascending', 'descending'] as const) {
      const { rows } = await page(direction, 2_000, 0)
      const withoutDate = rows.slice(
        -rows.filter(({ createdAt }) => Number.isNaN(Date.parse(String(createdAt)))).length,
      )
      expect(withoutDate.map(({ id }) => id)).toEqual(expect.arrayContaining(odd.map(({ id }) => id)))
    }
    await syncItems(test.library, all)
  })
})

it('compares only the first of many mistyped words with the known words', async () => {
  const text = (words: number) =>
    Array.from({ length: words }, (_, place) => `quxz${'abcdefghij'[place % 10]}${place}y`).join(' ')
  const searches = async (words: number) => {
    taken()
    await ask(test, 'feedback', { text: text(words) })
    return taken().filter(({ sql }) => sql.includes('feedback_fts MATCH')).length
  }
  expect(await searches(70)).toBe(await searches(13))
})

describe('cached list results', () => {
  /** All but the page itself, which an index has. */
  const computed = () => taken().filter(({ sql }) => /FROM feedback\b/.test(sql) && !sql.includes('LIMIT ? OFFSET ?'))

  it('are kept when other data is written', async () => {
    const filtered = { months: ['2025-02'] }
    await ask(test, 'feedback', filtered as object)
    await saveMetric('Another')
    taken()
    await ask(test, 'feedback', filtered as object)
    expect(computed().map(({ sql }) => sql)).toEqual([])
  })

  it('are recomputed when their source data is written', async () => {
    const before = await page('descending', 5, 0)
    await syncItems(test.library, all.slice(100))
    const after = await page('descending', 5, 0)
    expect(after.total).toBeLessThan(before.total)
    expect(after.all).toBe(after.total)
    await syncItems(test.library, all)
  })
})

/** Reads every list in a few ways. */
async function readAll() {
  const { library } = test
  const lists = ['opportunities', 'solutions', 'outcomes', 'feedback', 'knowledge'] as const
  const ways = lists.flatMap((list) => [
    ask(test, list),
    ask(test, list, { text: 'battery' }),
    ask(test, list, { text: 'batery' }),
    ask(test, list, { sort: { column: 'title', direction: 'descending' }, offset: 3, limit: 9 }),
  ])
  const insights = [
    {},
    { text: 'battery' },
    { seen: 'unseen' as const },
    { triage: 'left' as const },
    { labels: ['urgent'] },
  ]
  const sorts = ['seen', 'title', 'combinedScore'] as const
  const byInsights = insights.flatMap((filter) =>
    sorts.map((column) =>
      library.queryInsights({
        ...{ workspace, filter: InsightFilter.parse(filter) },
        ...{ sort: { column, direction: 'ascending' }, offset: 0, limit: 500 },
      }),
    ),
  )
  return Promise.all([
    ...ways,
    ...byInsights,
    ask(test, 'opportunities', { sort: { column: 'rising', direction: 'descending' } }),
    ask(test, 'opportunities', { sort: { column: 'unseen', direction: 'descending' } }),
    ask(test, 'feedback', { sort: { column: 'insights', direction: 'descending' } }),
    ask(test, 'feedback', { relatedTo: { kind: 'insight', id: all[4]?.id ?? '' } }),
    ask(test, 'feedback', { months: ['2025-02'] } as object),
    library.queryNews({ workspace, text: '', kinds: [], offset: 0, limit: 500 }),
    library.searchEverything({ workspace, text: 'battery', limit: 20 }),
    library.listMetrics({ workspace }),
  ])
}

const addCreation = (number: number) => test.library.addChange(newChange(number, 'battery'))
const refuseCreation = (number: number) =>
  markChange(test.library, { environment, changeId: `change-${number}`, state: 'failed', error: null })

function discardCreation(number: number) {
  const changeId = `change-${number}`
  return settleChange(test.library, { environment, changeId, state: 'discarded', error: null, settledAt: decidedAt })
}

const insight = { workspace, kind: 'insight', id: all[7]?.id ?? '' } as const
const decidedAt = '2025-06-03T00:00:00.000Z'
/** Each with its setup, if any. */
const writes: readonly (readonly [string, () => Promise<unknown>, (() => Promise<unknown>)?])[] = [
  ['a sync that brings nothing', () => syncItems(test.library, all)],
  [
    'a sync that changes some',
    () =>
      syncItems(
        test.library,
        all.slice(10).map((each) => ({ ...each, combinedScore: 5 })),
      ),
  ],
  ['a sync of knowledge', () => syncKnowledge(test.library, [])],
  ['a metric', () => saveMetric('battery')],
  ['a triage', () => test.library.decideTriage({ ...insight, decision: { status: 'reviewed' }, decidedAt })],
  ['a note', () => test.library.setNote({ ...insight, note: 'A word about the battery' })],
  ['labels', () => giveLabels(test.library, insight, ['urgent'])],
  ['a review', () => test.library.markReviewed({ workspace, upTo: 3, text: '', kinds: [], reviewedAt: decidedAt })],
  ['the undo of a review', () => test.library.undoReview({ workspace })],
  ['a creation', () => addCreation(1)],
  ['a refused creation', () => refuseCreation(2), () => addCreation(2)],
  [
    'a discarded creation',
    () => discardCreation(3),
    async () => {
      await addCreation(3)
      await refuseCreation(3)
    },
  ],
  ['a deletion', () => doAtOnce('deleteOutcome')],
  ['opportunities seen', () => doAtOnce('markAllSeen')],
]

/** Deletes a goal, or marks an opportunity's insights as seen. */
async function doAtOnce(kind: 'deleteOutcome' | 'markAllSeen') {
  const related = kind === 'deleteOutcome' ? 'outcomes' : 'opportunities'
  const targetId = all.find((insight) => insight[related].length > 0)?.[related][0]?.id ?? ''
  const change = { kind, targetId, body: null, workspace, changeId: kind, createdAt: decidedAt }
  await test.library.addChange(change)
  const settled = { environment, changeId: kind, state: 'done', insight: null, settledAt: decidedAt } as const
  await settleChange(test.library, settled)
}

describe('with everything cached', () => {
  /** Each test leaves it so for the next one. */
  beforeAll(async () => void (await readAll()))

  for (const [name, write, prepare] of writes) {
    it(`lists the same after ${name} as a freshly opened library`, async () => {
      if (prepare) {
        await prepare()
        await readAll()
      }
      await write()
      const after = await readAll()
      await test.reopen()
      const opened = await readAll()
      for (const [place, answer] of after.entries()) {
        // `toEqual` says what differs, but takes most of the time of a comparison.
        if (!isDeepStrictEqual(answer, opened[place])) expect(answer, `answer ${place}`).toEqual(opened[place])
      }
      expect(after).toHaveLength(opened.length)
    })
  }
})
