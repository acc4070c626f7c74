import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generateInsights } from '../testing/generated-insights'
import { openTestLibrary, recordQuery, syncItems, type TestLibrary } from '../testing/opened-library'
import { hasWords } from './folded-text'

const insights = generateInsights(60)
const [first] = insights.filter(({ opportunities, feedback }) => opportunities.length > 0 && feedback.length > 1)
const renamed = insights.map((insight) => ({
  ...insight,
  opportunities: insight.opportunities.map((each) =>
    each.id === first?.opportunities[0]?.id ? { ...each, title: 'Wallaby' } : each,
  ),
  feedback: insight.feedback.map((each) =>
    each.id === first?.feedback[0]?.id ? { ...each, content: 'A wallaby said it.' } : each,
  ),
}))

describe.each(['memory', 'file'] as const)('text search in a library in %s', (kind) => {
  let test: TestLibrary
  beforeEach(async () => {
    test = await openTestLibrary(kind)
    await syncItems(test.library, insights)
  })
  afterEach(() => test.remove())

  const noFilter = { sources: [], sentiments: [], months: [] }
  const byTime = { column: 'createdAt', direction: 'ascending' } as const
  const feedback = async (text: string) =>
    (await test.library.queryFeedback({ ...recordQuery(), ...noFilter, sort: byTime, text })).rows.map(({ id }) => id)
  const opportunities = async (text: string) =>
    (await test.library.queryOpportunities({ ...recordQuery(), statuses: [], text })).rows.map(({ id }) => id)

  it('matches the new text and no longer the old one after a sync changes it', async () => {
    const title = first?.opportunities[0]?.title ?? ''
    const content = first?.feedback[0]?.content ?? ''
    expect(await opportunities(title)).toContain(first?.opportunities[0]?.id)
    expect(await feedback(content)).toEqual([first?.feedback[0]?.id])
    expect(await feedback('wallab')).toEqual([])
    await syncItems(test.library, renamed)
    expect(await opportunities('wallab')).toEqual([first?.opportunities[0]?.id])
    expect(await opportunities(title)).not.toContain(first?.opportunities[0]?.id)
    expect(await feedback('wallab')).toEqual([first?.feedback[0]?.id])
    expect(await feedback(content)).toEqual([])
  })

  it('no longer finds removed records, and finds those that take their place', async () => {
    const all = (given: typeof insights) => given.flatMap((insight) => insight.feedback)
    for (const given of [insights, insights.slice(0, 20), generateInsights(80).slice(10), [], insights]) {
      await syncItems(test.library, given)
      const expected = all(given).filter(({ content }) => hasWords(content, 'batt'))
      expect((await feedback('batt')).sort()).toEqual(expected.map(({ id }) => id).sort())
    }
  })

  it('returns the same matches to concurrent queries', async () => {
    const [one, two] = await Promise.all([feedback('batt'), feedback('batt')])
    expect(one.length).toBeGreaterThan(0)
    expect(two).toEqual(one)
  })
})

it('indexes feedback in pieces, letting other tasks run in between', async () => {
  const test = await openTestLibrary('file')
  const many = generateInsights(1_100)
  expect(many.flatMap(({ feedback }) => feedback).length).toBeGreaterThan(6_000)
  await syncItems(test.library, many)
  let [turns, isDone] = [0, false]
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const asked = { ...recordQuery(), sources: [], sentiments: [], months: [], text: 'battery' }
  await test.library.queryFeedback({ ...asked, sort: { column: 'createdAt', direction: 'ascending' } })
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(3)
  test.remove()
})

it('finds feedback that a sync changes while it is being indexed', async () => {
  const test = await openTestLibrary('file')
  const many = generateInsights(1_100)
  await syncItems(test.library, many)
  const asked = { ...recordQuery(), sources: [], sentiments: [], months: [], text: 'wallab' }
  const searching = test.library.queryFeedback({ ...asked, sort: { column: 'createdAt', direction: 'ascending' } })
  const changed = many.map((insight, place) => ({
    ...insight,
    feedback: insight.feedback.map((each) => (place < 20 ? { ...each, content: 'A wallaby said it.' } : each)),
  }))
  await syncItems(test.library, changed)
  const expected = changed.slice(0, 20).flatMap(({ feedback }) => feedback.map(({ id }) => id))
  expect((await searching).total).toBe(new Set(expected).size)
  test.remove()
})

it.each([
  ['Größe der Batterie', 'bat grö', true],
  ['Größe der Batterie', 'grosse', false],
  ['battery-range', 'range', true],
  ['battery-range', 'ange', false],
  ['自転車の電池', 'の電池', true],
  ['自転車の電池', '車電', false],
  ['anything', ' " ', true],
  ['', 'a', false],
])('%j has the words %j: %s', (text, typed, expected) => {
  expect(hasWords(text, typed)).toBe(expected)
})
