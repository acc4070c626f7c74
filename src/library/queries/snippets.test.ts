import { afterEach, beforeEach, expect, it } from 'vitest'
import { generateInsight } from '../testing/generated-insights'
import {
  insightQuery,
  openTestLibrary,
  recordQuery,
  syncItems,
  syncKnowledge,
  type TestLibrary,
} from '../testing/opened-library'

const filler = 'Riders told us about many things that matter to them every day. '.repeat(10)
const far = `${filler}Then the quokka bit through the charging cable,\n\n  and nobody laughed. ${filler}`
const feedback = (number: number, rest: object) => ({
  ...{ id: `00000005-0000-4000-8000-00000000000${number}`, content: far, source: 'Survey', processed: true },
  ...{ createdAt: '2025-01-01T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z' },
  ...rest,
})

let test: TestLibrary
beforeEach(async () => {
  test = await openTestLibrary('memory')
  await syncItems(test.library, [
    {
      ...generateInsight(1),
      ...{ title: 'Charging', description: far },
      feedback: [feedback(1, {}), feedback(2, { title: 'A quokka', content: `${filler}quokka` })],
    },
    { ...generateInsight(2), title: 'The quokka', description: far, feedback: [] },
    { ...generateInsight(3), title: 'Early', description: `A quokka ${filler}`, feedback: [] },
  ])
  await syncKnowledge(test.library, [{ id: '00000006-0000-4000-8000-000000000001', description: far }])
})
afterEach(() => test.remove())

const summaries = async (text: string) =>
  Object.fromEntries(
    (await test.library.queryInsights(insightQuery({ text }))).rows.map(({ title, summary }) => [title, summary]),
  )

it('shows the text around a match that neither the title nor the start of the description shows', async () => {
  const found = await summaries('quokka')
  expect(found.Charging).toMatch(
    /^…to them every day\. Then the quokka bit through the charging cable, and nobody laughed\. /,
  )
  expect(found.Charging?.length).toBeLessThanOrEqual(201)
  expect(found['The quokka']).toMatch(/^Riders told us/)
  expect(found.Early).toMatch(/^A quokka/)
  expect((await summaries('charging quokka')).Charging).toMatch(/^…to them every day\. Then the quokka/)
  expect((await summaries('')).Charging).toMatch(/^Riders told us/)
})

it('shows the text around matches of mistyped words and of other word forms', async () => {
  expect((await summaries('quoka')).Charging).toMatch(/^…to them every day\. Then the quokka/)
  expect((await summaries('laughing')).Charging).toMatch(/^….*nobody laughed/)
})

it('shows the text around a match in feedback and knowledge items too', async () => {
  const all = { ...recordQuery(), sort: { column: 'createdAt', direction: 'ascending' } } as const
  const none = { sources: [], sentiments: [], months: [] }
  const { rows } = await test.library.queryFeedback({ ...all, ...none, text: 'quokka' })
  const excerpts = new Map(rows.map(({ title, excerpt }) => [title, excerpt]))
  expect(excerpts.get(null)).toMatch(/^…to them every day\. Then the quokka/)
  expect(excerpts.get('A quokka')).toBeUndefined()
  expect(excerpts.size).toBe(2)
  const documents = await test.library.queryKnowledge({ ...all, text: 'cable', states: [], sources: [] })
  expect(documents.rows[0]?.summary).toMatch(/^….*charging cable/)
})
