import { expect, test } from 'vitest'
import type { ExportView } from './export'
import { exportFields, exportValues } from './export-fields'

test.each(['opportunities', 'solutions'] as const)('writes the mean sentiment of %s to four decimal places', (view) => {
  const shown = exportFields(view, { columns: ['sentiment'], includesLocal: false })
  const written = (sentiment: number | null) => exportValues({ sentiment }, shown, { includesHidden: false })
  expect(written(-0.3277777777777777)).toEqual([-0.3278])
  expect(written(null)).toEqual([null])
})

test('writes the word for the score of feedback where the service gives no category, as the list does', () => {
  const shown = exportFields('feedback', { columns: ['sentimentScore'], includesLocal: false })
  const written = (sentimentCategory: string | null, sentimentScore: number | null) =>
    exportValues({ sentimentCategory, sentimentScore }, shown, { includesHidden: false })
  expect(written(null, -0.6)).toEqual(['Negative', -0.6])
  expect(written('Mixed', -0.6)).toEqual(['Mixed', -0.6])
  expect(written(null, null)).toEqual([null, null])
})

test('formats scores and means in files for people as the screen does', () => {
  const figuresOf = (view: ExportView, isRanking?: boolean) =>
    exportFields(view, { columns: null, includesLocal: false }, isRanking).flatMap(({ key, figure }) =>
      figure === undefined ? [] : [`${key} ${figure}`],
    )
  expect(figuresOf('insights')).toEqual(['score score', 'strength score', 'momentum score'])
  expect(figuresOf('news')).toEqual(['scoreBefore score', 'score score'])
  expect(figuresOf('opportunities')).toEqual(['topScore score', 'sentiment signed'])
  expect(figuresOf('outcomes')).toEqual(['trend signed'])
  expect(figuresOf('feedback')).toEqual(['sentimentScore signed', 'sentimentConfidence share'])
  expect(figuresOf('solutions', true)).toEqual([
    ...['points points', 'topScore score', 'sentiment signed', 'averageScore score'],
    ...['strength score', 'momentum score', 'unseen share'],
  ])
})

const everything = { columns: null, includesLocal: true }
const keysOf = (view: ExportView) => exportFields(view, everything).map(({ key }) => key)

test('names the fields of a JSON file after the headings of the CSV file', () => {
  expect(keysOf('outcomes').slice(0, 5)).toEqual(['title', 'description', 'priority', 'trend', 'insights'])
  expect(keysOf('insights')).toEqual(expect.arrayContaining(['score', 'strength', 'momentum', 'links', 'ownerId']))
  expect(keysOf('activity')).toEqual(
    expect.arrayContaining(['when', 'change', 'totalTimeSeconds', 'requestBody', 'deletedContent', 'changeId']),
  )
})

const views: readonly ExportView[] = [
  ...(['insights', 'news', 'opportunities', 'outcomes', 'solutions'] as const),
  ...(['feedback', 'knowledge', 'topics', 'metrics', 'activity'] as const),
]

test.each(views)('gives each field of %s a unique name that is not a term of the service', (view) => {
  const keys = keysOf(view)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.filter((key) => /outcome|combined|generating|hideContent|At$/i.test(key))).toEqual([])
})
