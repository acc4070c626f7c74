import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insightQuery, type TestLibrary, workspace } from '../testing/opened-library'
import { all, ask, type Carried, carrying, openRecordLibrary, together } from '../testing/record-library'
import { distinct } from '../testing/varied-insights'

let test: TestLibrary
beforeAll(async () => {
  test = await openRecordLibrary()
})
afterAll(() => test.remove())

describe('counts', () => {
  it('of opportunities', async () => {
    const { rows, total, all: known } = await ask(test, 'opportunities')
    const expected = distinct(all.flatMap(({ opportunities }) => opportunities))
    expect([total, known, rows.length]).toEqual([expected.length, expected.length, expected.length])
    for (const row of rows) {
      const insights = carrying('opportunities', row.id)
      expect(row).toMatchObject({
        insights: insights.length,
        unseen: insights.filter(({ seen }) => !seen).length,
        feedback: together(insights, 'feedback'),
        solutions: together(insights, 'solutions'),
      })
    }
  })

  it('of outcomes, including metrics linked here', async () => {
    const { rows } = await ask(test, 'outcomes')
    for (const row of rows) {
      const insights = carrying('outcomes', row.id)
      expect(row).toMatchObject({
        insights: insights.length,
        unseen: insights.filter(({ seen }) => !seen).length,
        feedback: together(insights, 'feedback'),
        opportunities: together(insights, 'opportunities'),
        solutions: together(insights, 'solutions'),
      })
    }
    expect(rows.reduce((sum, row) => sum + Number(row.metrics), 0)).toBe(20 + 9 + 3)
  })

  it.each(['solutions', 'feedback'] as const)('of %s', async (list) => {
    for (const row of (await ask(test, list)).rows) expect(row.insights).toBe(carrying(list, row.id).length)
  })
})

it('lists the feedback of an insight, newest first', async () => {
  for (const { id, feedback } of all.slice(0, 40)) {
    const dates = (await test.library.getInsight({ workspace, id })).feedback.map(({ createdAt }) =>
      Date.parse(createdAt),
    )
    expect(dates).toHaveLength(distinct(feedback).length)
    expect(dates).toEqual(dates.toSorted((one, other) => other - one))
  }
})

it('ranks the goals of an insight as in the list of goals', async () => {
  const ranks = new Map((await ask(test, 'outcomes')).rows.map(({ id, rank }) => [id, rank]))
  expect(new Set(ranks.values()).size).toBeGreaterThan(2)
  for (const { id } of all.slice(0, 40)) {
    for (const goal of (await test.library.getInsight({ workspace, id })).outcomes) {
      expect(goal.rank).toBe(ranks.get(goal.id))
    }
  }
})

describe('relations', () => {
  const through = (list: Carried, id: string, other: Carried) => {
    const counts = new Map<string, number>()
    for (const insight of carrying(list, id)) {
      for (const record of insight[other]) counts.set(record.id, (counts.get(record.id) ?? 0) + 1)
    }
    if (list === other) counts.delete(id)
    return counts
  }
  const found = (mentions: readonly { id: string; through: number }[]) =>
    new Map(mentions.map((mention) => [mention.id, mention.through]))

  it('of an opportunity, a goal and a solution count the insights linked to both', async () => {
    const id = all.find(({ opportunities }) => opportunities.length > 2)?.opportunities[0]?.id ?? ''
    const opportunity = await test.library.getOpportunity({ workspace, id })
    expect(found(opportunity.relatedSolutions)).toEqual(through('opportunities', id, 'solutions'))
    expect(found(opportunity.relatedOutcomes)).toEqual(through('opportunities', id, 'outcomes'))
    expect(found(opportunity.relatedOpportunities)).toEqual(through('opportunities', id, 'opportunities'))
    const throughs = opportunity.relatedSolutions.map((mention) => mention.through)
    expect(throughs).toEqual([...throughs].sort((a, b) => b - a))

    const outcomeId = opportunity.relatedOutcomes[0]?.id ?? ''
    const outcome = await test.library.getOutcome({ workspace, id: outcomeId })
    expect(found(outcome.relatedOpportunities)).toEqual(through('outcomes', outcomeId, 'opportunities'))
    expect(found(outcome.relatedSolutions)).toEqual(through('outcomes', outcomeId, 'solutions'))
    expect(outcome.analyticEvents).toHaveLength(1)

    const solutionId = opportunity.relatedSolutions[0]?.id ?? ''
    const solution = await test.library.getSolution({ workspace, id: solutionId })
    expect(found(solution.relatedOutcomes)).toEqual(through('solutions', solutionId, 'outcomes'))
    expect(solution).toMatchObject({ pros: ['cheap'], cons: ['slow'], refinementLog: [] })
  })

  const kinds = {
    opportunity: 'opportunities',
    solution: 'solutions',
    outcome: 'outcomes',
    feedback: 'feedback',
  } as const

  it.each(['opportunities', 'solutions', 'outcomes', 'feedback'] as const)('narrow %s', async (list) => {
    for (const [kind, other] of Object.entries(kinds)) {
      const id = all.find((insight) => insight[other].length > 1)?.[other][0]?.id ?? ''
      const { rows, total } = await ask(test, list, { relatedTo: { kind: kind as keyof typeof kinds, id } })
      const expected = through(other, id, list)
      expect(total).toBe(expected.size)
      expect(new Set(rows.map((row) => row.id))).toEqual(new Set(expected.keys()))
    }
    const insight = all.find((each) => each[list].length > 1)
    const { rows } = await ask(test, list, { relatedTo: { kind: 'insight', id: insight?.id ?? '' } })
    expect(rows.map((row) => row.id).sort()).toEqual(insight?.[list].map(({ id }) => id).sort())
  })

  it('narrow insights, also combined with the unseen filter', async () => {
    for (const [kind, other] of Object.entries(kinds)) {
      const id = all.find((insight) => insight[other].length > 1)?.[other][0]?.id ?? ''
      const relatedTo = { kind: kind as keyof typeof kinds, id }
      const ids = (await test.library.queryInsights(insightQuery({ relatedTo }))).rows.map((row) => row.id)
      const expected = carrying(other, id)
      expect(ids.sort()).toEqual(expected.map((insight) => insight.id).sort())
      const unseen = await test.library.queryInsights(insightQuery({ relatedTo, seen: 'unseen' }))
      expect(unseen.total).toBe(expected.filter(({ seen }) => !seen).length)
    }
    const [first] = all
    const itself = { kind: 'insight', id: first?.id ?? '' } as const
    expect((await test.library.queryInsights(insightQuery({ relatedTo: itself }))).rows).toMatchObject([
      { id: first?.id },
    ])
  })

  it.each(['opportunities', 'knowledge'] as const)('to a missing record leave no %s', async (list) => {
    expect(await ask(test, list, { relatedTo: { kind: 'solution', id: 'nothing' } })).toMatchObject({
      rows: [],
      total: 0,
    })
  })

  it('preview the effect of marking all insights as seen', async () => {
    const id = all.find(({ opportunities }) => opportunities.length > 2)?.opportunities[0]?.id ?? ''
    const insights = carrying('opportunities', id)
    const unseen = insights.filter(({ seen }) => !seen)
    const preview = await test.library.previewMarkAllSeen({ workspace, id })
    expect(preview).toMatchObject({
      insights: insights.length,
      unseen: unseen.length,
      unseenShared: unseen.filter(({ opportunities }) => opportunities.length > 1).length,
    })
    const named = (some: typeof insights) =>
      some.map(({ id: own, title, hideContent, opportunities }) => {
        return { id: own, title, hideContent, alsoIn: opportunities.length - 1 }
      })
    const byId = (some: readonly { id: string }[]) => some.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    expect(unseen.length).toBeGreaterThan(0)
    expect(unseen.length).toBeLessThanOrEqual(50)
    expect(byId(preview.marked)).toEqual(byId(named(unseen)))
  })
})
