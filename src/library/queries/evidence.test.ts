// Figures that the library computes in SQL, against the same figures counted one by one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FeedbackFilter } from '../../contract/features/feedback'
import { sentimentOf } from '../../contract/features/sentiment'
import { noticeable } from '../../contract/limits'
import type { Feedback } from '../../contract/resources/feedback'
import type { Insight } from '../../contract/resources/insight'
import { recordQuery, type TestLibrary, workspace } from '../testing/opened-library'
import { all, ask, carrying, earlier, openRecordLibrary, together } from '../testing/record-library'
import { distinct } from '../testing/varied-insights'

let test: TestLibrary
beforeAll(async () => {
  test = await openRecordLibrary()
})
afterAll(() => test.remove())

const strongest = (insights: readonly Insight[]) => {
  const scores = insights.flatMap(({ combinedScore }) => (combinedScore === undefined ? [] : [combinedScore]))
  return scores.length === 0 ? null : Math.max(...scores)
}

const mean = (pieces: readonly Feedback[]) => {
  const scores = pieces.flatMap(({ sentimentScore }) => (sentimentScore === undefined ? [] : [sentimentScore]))
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length
}

/** As in the library: of pieces with one id, the last one counts. */
const pieces = distinct(all.flatMap(({ feedback }) => feedback))
const feedbackOf = (insights: readonly Insight[]) => {
  const ids = new Set(insights.flatMap(({ feedback }) => feedback.map(({ id }) => id)))
  return pieces.filter(({ id }) => ids.has(id))
}

const roseBy = ({ id, combinedScore: after }: Insight) => {
  const before = earlier.find((insight) => insight.id === id)?.combinedScore
  if (before === undefined || after === undefined) return 0
  return after - before >= noticeable.points && after - before >= noticeable.share * before ? after - before : 0
}

describe('evidence', () => {
  it.each(['opportunities', 'solutions'] as const)(
    'of %s: top score, feedback and its mean sentiment',
    async (list) => {
      const { rows } = await ask(test, list)
      expect(rows.length).toBeGreaterThan(50)
      for (const row of rows) {
        const insights = carrying(list, row.id)
        const expected = mean(feedbackOf(insights))
        expect(row).toMatchObject({ strongest: strongest(insights), feedback: together(insights, 'feedback') })
        if (expected === null) expect(row.sentiment).toBeNull()
        else expect(row.sentiment).toBeCloseTo(expected, 9)
      }
    },
  )

  it('of opportunities: insights that rose since the last review, until they are reviewed', async () => {
    const { rows } = await ask(test, 'opportunities')
    for (const { id, rising } of rows) expect(rising).toBe(carrying('opportunities', id).filter(roseBy).length)
    const [most] = rows.toSorted((a, b) => Number(b.rising) - Number(a.rising))
    const detail = await test.library.getOpportunity({ workspace, id: most?.id ?? '' })
    expect(detail.rising).toBe(most?.rising)
    const expected = carrying('opportunities', detail.id).filter(roseBy)
    expect(expected.length).toBeGreaterThan(1)
    expect(new Set(detail.risingInsights.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)))
    const sizes = detail.risingInsights.map(({ before, after }) => (after ?? 0) - (before ?? 0))
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    for (const { id, before, after } of detail.risingInsights) {
      expect([before, after]).toEqual([earlier, all].map((list) => list.find((each) => each.id === id)?.combinedScore))
    }

    const { upTo } = await test.library.queryNews({ workspace, text: '', kinds: [], offset: 0, limit: 1 })
    await test.library.markReviewed({ workspace, text: '', kinds: [], upTo, reviewedAt: '2025-06-03T00:00:00.000Z' })
    expect((await ask(test, 'opportunities')).rows.every(({ rising }) => rising === 0)).toBe(true)
    await test.library.undoReview({ workspace })
    expect((await test.library.getOpportunity({ workspace, id: detail.id })).risingInsights).toEqual(
      detail.risingInsights,
    )
  })

  it('ranks goals by priority', async () => {
    const goals = distinct(all.flatMap(({ outcomes }) => outcomes))
    for (const row of (await ask(test, 'outcomes')).rows) {
      expect(row.rank).toBe(goals.filter(({ priority }) => priority < Number(row.priority)).length + 1)
    }
  })

  it('lists related records with the strongest shared insight first', async () => {
    const id = all.find(({ outcomes }) => outcomes.length > 2)?.outcomes[0]?.id ?? ''
    const { relatedOpportunities } = await test.library.getOutcome({ workspace, id })
    expect(relatedOpportunities.length).toBeGreaterThan(3)
    for (const mention of relatedOpportunities) {
      const shared = carrying('outcomes', id).filter((insight) =>
        insight.opportunities.some((o) => o.id === mention.id),
      )
      expect(mention.strongest).toBe(strongest(shared))
    }
    const scores = relatedOpportunities.map((mention) => mention.strongest ?? -1)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })
})

const monthOf = ({ createdAt }: Feedback) => {
  const time = Date.parse(createdAt)
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 7)
}
const wordOf = ({ sentimentCategory, sentimentScore: score }: Feedback) =>
  sentimentCategory ?? (score === undefined ? null : sentimentOf(score))
const fieldOf = {
  sources: ({ source }: Feedback) => source,
  sentiments: wordOf,
  months: monthOf,
} as const

const filters: Partial<FeedbackFilter>[] = [
  {},
  { sources: ['survey'] },
  { sentiments: ['Negative', null] },
  { sources: ['survey', 'email'], sentiments: ['Positive'], months: ['2025-03', '2025-05'] },
  { months: ['1999-01'] },
]

describe.each(filters)('feedback filtered by %j', (filter) => {
  const whole: FeedbackFilter = { sources: [], sentiments: [], months: [], ...filter }
  const names = ['sources', 'sentiments', 'months'] as const
  const matches = (piece: Feedback, name: (typeof names)[number]) => {
    const values: readonly (string | null)[] = whole[name]
    return values.length === 0 || values.includes(fieldOf[name](piece))
  }
  const query = (changes: object = {}) =>
    test.library.queryFeedback({
      ...recordQuery(),
      ...{ sort: { column: 'createdAt', direction: 'descending' } as const, ...whole, ...changes },
    })

  it('lists only feedback that matches every condition', async () => {
    const expected = pieces.filter((piece) => names.every((name) => matches(piece, name)))
    const { rows, total, all: known } = await query()
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)))
    expect([total, known]).toEqual([expected.length, pieces.length])
  })

  /** Each value of a filter and how many of these pieces have it, of those that the other filters leave. */
  function countsOf(name: (typeof names)[number], among: readonly Feedback[]) {
    const left = among.filter((piece) => names.every((other) => other === name || matches(piece, other)))
    const counts = new Map<string | null, number>()
    for (const piece of left) counts.set(fieldOf[name](piece), (counts.get(fieldOf[name](piece)) ?? 0) + 1)
    return counts
  }

  it('counts the values of each filter among the feedback that the other filters leave', async () => {
    const { facets } = await query()
    for (const name of names) {
      expect(new Map(facets?.[name].map(({ value, count }) => [value, count]))).toEqual(countsOf(name, pieces))
    }
    const months = facets?.months.map(({ value }) => value ?? '') ?? []
    expect(months).toEqual(months.toSorted())
  })

  it('counts only feedback of the given record that matches the words', async () => {
    const id = all.find(({ outcomes }) => outcomes.length > 0)?.outcomes[0]?.id ?? ''
    const heard = feedbackOf(carrying('outcomes', id))
    const found = heard.filter(({ content }) => /batt/i.test(content))
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(heard.length)
    const { facets } = await query({ relatedTo: { kind: 'outcome', id }, text: 'batt' })
    for (const name of names) {
      expect(new Map(facets?.[name].map(({ value, count }) => [value, count]))).toEqual(countsOf(name, found))
    }
  })
})
