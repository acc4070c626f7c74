import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import { markChange } from '../testing/moved-changes'
import { openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'
import { askedAt, doChange, serviceChange, settledAt } from '../testing/service-changes'
import { distinct, variedInsights } from '../testing/varied-insights'

const insights = variedInsights(30)
const outcomes = distinct(insights.flatMap((insight) => insight.outcomes))
const [first, second] = outcomes.map(({ id }) => id) as [string, string]
const titleOf = (outcome: (typeof outcomes)[number] | undefined) => ({
  title: outcome?.title,
  hideContent: outcome?.hideContent,
})
const refusal = new AppError('REFUSED', 'The service refused this.', { status: 400 }).report

describe.each(['memory', 'file'] as const)('metrics in a library (%s)', (kind) => {
  let test: TestLibrary
  beforeEach(async () => {
    test = await openTestLibrary(kind)
    await syncItems(test.library, insights)
  })
  afterEach(() => test.remove())

  const list = () => test.library.listMetrics({ workspace })
  const save = (metricId: string, label: string, addedAt = askedAt) =>
    test.library.saveMetric({ workspace, metricId, label, addedAt })

  it('are listed by label, else by id, and can be relabelled', async () => {
    await save('zeta', '')
    await save('m1', 'weekly riders')
    await save('m2', 'Äpfel')
    expect((await list()).map(({ metricId }) => metricId)).toEqual(['m2', 'm1', 'zeta'])
    await save('m1', 'A new label\u0000', settledAt)
    expect((await list())[0]).toEqual({
      metricId: 'm1',
      label: 'A new label\ufffd',
      addedAt: askedAt,
      links: [],
      waiting: 0,
      pending: [],
    })
    expect(await test.library.listMetrics({ workspace: { ...workspace, workspaceId: 'another' } })).toEqual([])
  })

  it('are listed with their triage: status, note and labels', async () => {
    await save('m1', 'Riders')
    await save('m2\u0000', 'Rides')
    await test.library.setNote({ workspace, kind: 'metric', id: 'm2\u0000', note: 'Ask Anna' })
    expect((await list()).map(({ metricId, triage }) => [metricId, triage])).toEqual([
      ['m1', undefined],
      ['m2\ufffd', { status: 'open', hasNote: true, labels: [] }],
    ])
  })

  it('list each goal linked from this app once, until it is unlinked', async () => {
    await save('m', 'Riders')
    const unknown = '00000004-0000-4000-8000-00000000ffff'
    await doChange(test.library, 'a', { kind: 'linkMetric', targetId: 'm', body: { outcomeIds: [first, second] } })
    await doChange(test.library, 'b', { kind: 'linkMetric', targetId: 'm', body: { outcomeIds: [second, unknown] } })
    const [metric] = await list()
    expect(metric?.links).toEqual([
      { outcomeId: first, ...titleOf(outcomes[0]), linkedAt: settledAt },
      { outcomeId: second, ...titleOf(outcomes[1]), linkedAt: settledAt },
      { outcomeId: unknown, title: null, hideContent: false, linkedAt: settledAt },
    ])
    await doChange(test.library, 'c', { kind: 'unlinkMetric', targetId: 'm', body: { outcomeIds: [first, unknown] } })
    await doChange(test.library, 'd', { kind: 'unlinkMetric', targetId: 'm', body: { outcomeIds: [first] } })
    expect((await list())[0]?.links.map(({ outcomeId }) => outcomeId)).toEqual([second])
    expect(await test.library.getOutcome({ workspace, id: second })).toMatchObject({
      metrics: 1,
      linkedMetrics: [{ metricId: 'm', label: 'Riders', linkedAt: settledAt }],
    })
    expect(await test.library.getActivity({ workspace, changeId: 'c' })).toMatchObject({
      title: 'Riders',
      body: JSON.stringify({ outcomeIds: [first, unknown] }),
      content: null,
    })
  })

  it('mark goals with hidden content, both linked and pending', async () => {
    const discreet = (outcome: (typeof outcomes)[number]) => ({ ...outcome, hideContent: outcome.id === first })
    await syncItems(
      test.library,
      insights.map((insight) => ({ ...insight, outcomes: insight.outcomes.map(discreet) })),
    )
    await save('m', 'Riders')
    const body = { outcomeIds: [first, second] }
    await doChange(test.library, 'a', { kind: 'linkMetric', targetId: 'm', body })
    await test.library.addChange(serviceChange('b', { kind: 'unlinkMetric', targetId: 'm', body }))
    const [metric] = await list()
    const marks = (all: readonly { outcomeId: string; hideContent: boolean }[] = []) =>
      Object.fromEntries(all.map(({ outcomeId, hideContent }) => [outcomeId, hideContent]))
    expect(marks(metric?.links)).toEqual({ [first]: true, [second]: false })
    expect(marks(metric?.pending)).toEqual({ [first]: true, [second]: false })
  })

  it('keep their links when they are removed from the register', async () => {
    await save('m', 'Riders')
    await doChange(test.library, 'a', { kind: 'linkMetric', targetId: 'm', body: { outcomeIds: [first] } })
    await test.library.removeMetric({ workspace, metricId: 'm' })
    expect(await list()).toEqual([])
    const { linkedMetrics } = await test.library.getOutcome({ workspace, id: first })
    expect(linkedMetrics).toEqual([{ metricId: 'm', label: '', linkedAt: settledAt }])
    await save('m', 'Riders again')
    expect((await list())[0]?.links).toHaveLength(1)
  })

  it('count their waiting changes', async () => {
    await save('m', 'Riders')
    const body = { outcomeIds: [first] }
    await test.library.addChange(serviceChange('a', { kind: 'linkMetric', targetId: 'm', body }))
    await test.library.addChange(serviceChange('b', { kind: 'unlinkMetric', targetId: 'm', body }))
    await test.library.addChange(serviceChange('c', { kind: 'linkMetric', targetId: 'other', body }))
    expect(await list()).toMatchObject([{ waiting: 2, links: [] }])
    const failed = { environment: 'sandbox', changeId: 'a', state: 'failed', error: refusal } as const
    await markChange(test.library, failed)
    expect(await list()).toMatchObject([{ waiting: 1, links: [] }])
  })

  it('list unconfirmed changes per goal, including refused ones', async () => {
    const notKnown = '77777777-7777-4777-8777-777777777777'
    await save('m', 'Riders')
    await test.library.addChange(
      serviceChange('a', { kind: 'linkMetric', targetId: 'm', body: { outcomeIds: [first, notKnown] } }),
    )
    await test.library.addChange(
      serviceChange('b', { kind: 'unlinkMetric', targetId: 'm', body: { outcomeIds: [first] } }),
    )
    const failed = { environment: 'sandbox', changeId: 'a', state: 'failed', error: refusal } as const
    await markChange(test.library, failed)
    const pending = (await list())[0]?.pending
    expect(pending).toMatchObject([
      { changeId: 'a', action: 'add', outcomeId: first, title: expect.any(String), state: 'failed' },
      { changeId: 'a', action: 'add', outcomeId: notKnown, title: null, state: 'failed' },
      { changeId: 'b', action: 'remove', outcomeId: first, state: 'waiting', needsReview: true },
    ])
  })
})
