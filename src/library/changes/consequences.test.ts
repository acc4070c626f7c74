import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import { connect } from '../store/connection'
import { entryOf, settleChange } from '../testing/moved-changes'
import {
  beginItems,
  insightQuery,
  openTestLibrary,
  recordQuery,
  syncItems,
  syncKnowledge,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'
import { doChange, serviceChange, settleDone, settledAt } from '../testing/service-changes'
import { variedInsights } from '../testing/varied-insights'

const environment = 'sandbox'
const insights = variedInsights(40)
const document = {
  id: '00000009-0000-4000-8000-000000000001',
  state: 'initial',
  title: 'Interview notes',
  description: 'What eleven riders said.\u0000',
  createdAt: '2025-01-01T00:00:00Z',
  url: 'https://example.com/notes',
}
const other = { id: '00000009-0000-4000-8000-000000000002', title: 'Survey' }
const outcome = insights.flatMap(({ outcomes }) => outcomes)[0]
const outcomeId = outcome?.id ?? ''
const carriers = insights.filter(({ outcomes }) => outcomes.some(({ id }) => id === outcomeId))
const opportunityId =
  insights.find(({ opportunities, seen }) => !seen && opportunities.length > 1)?.opportunities[0]?.id ?? ''
const refusal = new AppError('REFUSED', 'The service refused this.', { status: 400 }).report
/** On a clock that was set back since: only the order counts. */
const afterSettled = '2025-06-02T23:59:00.000Z'

describe.each(['memory', 'file'] as const)('a settled change in a library in %s', (kind) => {
  let test: TestLibrary
  beforeEach(async () => {
    test = await openTestLibrary(kind)
    await syncItems(test.library, insights)
    await syncKnowledge(test.library, [document, other])
  })
  afterEach(() => test.remove())

  const activityOf = (changeId: string) => test.library.getActivity({ workspace, changeId })
  const contentOf = async (changeId: string) => JSON.parse((await activityOf(changeId)).content ?? 'null')
  const knowledgeIds = async () =>
    (await test.library.queryKnowledge({ ...recordQuery(), states: [], sources: [] })).rows.map(({ id }) => id).sort()
  const discard = (changeId: string) =>
    settleChange(test.library, { environment, changeId, state: 'discarded', error: refusal, settledAt })

  it('removes a deleted document from the list and keeps its content', async () => {
    await doChange(test.library, 'd', { kind: 'deleteKnowledge', targetId: document.id, body: null })
    expect(await knowledgeIds()).toEqual([other.id])
    expect(await activityOf('d')).toMatchObject({ state: 'done', title: 'Interview notes', body: null, settledAt })
    expect(await contentOf('d')).toEqual({
      ...document,
      description: 'What eleven riders said.\ufffd',
      ...{ updatedAt: null, source: null, providedBy: null, pdfFileUrl: null, txtFileUrl: null },
    })
    const page = await test.library.queryKnowledge({ ...recordQuery(), text: 'interview', states: [], sources: [] })
    expect(page.total).toBe(0)
  })

  it('does not restore a deleted document from an older response, but does from a newer one', async () => {
    const older = await beginItems(test.library, [document, other], 'knowledge')
    await doChange(test.library, 'd', { kind: 'deleteKnowledge', targetId: document.id, body: null })
    expect(await older()).toMatchObject({ added: 0, removed: 0 })
    expect(await knowledgeIds()).toEqual([other.id])
    expect(await syncKnowledge(test.library, [document, other], afterSettled)).toMatchObject({ added: 1, unchanged: 1 })
    expect(await knowledgeIds()).toEqual([document.id, other.id])
  })

  it('keeps the content of a document that a sync removed before the deletion was confirmed', async () => {
    await test.library.addChange(serviceChange('d', { kind: 'deleteKnowledge', targetId: document.id, body: null }))
    await syncKnowledge(test.library, [other])
    await settleDone(test.library, 'd')
    expect(await contentOf('d')).toMatchObject({ title: document.title, url: document.url })
  })

  it('keeps the content of a document that was still unknown when its deletion was requested', async () => {
    const late = { ...other, id: '00000009-0000-4000-8000-000000000003' }
    await test.library.addChange(serviceChange('d', { kind: 'deleteKnowledge', targetId: late.id, body: null }))
    expect(await contentOf('d')).toBeNull()
    await syncKnowledge(test.library, [document, other, late])
    await settleDone(test.library, 'd')
    expect(await activityOf('d')).toMatchObject({ title: 'Survey' })
    expect(await contentOf('d')).toMatchObject({ id: late.id })
    expect(await knowledgeIds()).toEqual([document.id, other.id])
  })

  it('settles the deletion of an unknown record without removing anything', async () => {
    await doChange(test.library, 'd', { kind: 'deleteKnowledge', targetId: 'unknown', body: null })
    await doChange(test.library, 'o', { kind: 'deleteOutcome', targetId: 'unknown', body: null })
    expect(await activityOf('d')).toMatchObject({ state: 'done', title: '', content: null })
    expect(await activityOf('o')).toMatchObject({ state: 'done', title: '', content: null })
    expect(await knowledgeIds()).toHaveLength(2)
  })

  it('removes a deleted goal with its links, and keeps its content and everything linked to it', async () => {
    const isDiscreet = (id: string) => id === carriers[0]?.id
    await syncItems(
      test.library,
      insights.map((each) => ({ ...each, hideContent: isDiscreet(each.id) })),
    )
    const before = await test.library.getOutcome({ workspace, id: outcomeId })
    await test.library.saveMetric({ workspace, metricId: 'm', label: 'Weekly riders', addedAt: settledAt })
    await doChange(test.library, 'l', { kind: 'linkMetric', targetId: 'm', body: { outcomeIds: [outcomeId] } })
    await doChange(test.library, 'o', { kind: 'deleteOutcome', targetId: outcomeId, body: null })
    await expect(test.library.getOutcome({ workspace, id: outcomeId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const detail = await test.library.getInsight({ workspace, id: carriers[0]?.id ?? '' })
    expect(detail.outcomes.map(({ id }) => id)).not.toContain(outcomeId)
    expect(await test.library.listMetrics({ workspace })).toMatchObject([{ metricId: 'm', links: [] }])
    expect(await activityOf('o')).toMatchObject({ state: 'done', title: outcome?.title })
    const content = await contentOf('o')
    expect(content).toMatchObject({
      id: outcomeId,
      description: outcome?.description,
      priority: outcome?.priority,
      analyticEvents: outcome?.analyticEvents,
      hideContent: false,
      metrics: [{ metricId: 'm', label: 'Weekly riders', linkedAt: settledAt }],
      opportunities: before.relatedOpportunities,
      solutions: before.relatedSolutions,
    })
    const marked: { id: string; hideContent: boolean }[] = content.insights
    expect(marked.flatMap((each) => (each.hideContent ? [each.id] : []))).toEqual([carriers[0]?.id])
    expect(content.insights.map(({ id }: { id: string }) => id).sort()).toEqual(carriers.map(({ id }) => id).sort())
  })

  it('ignores a deleted goal in an older response, and restores or removes it as newer ones say', async () => {
    const older = await beginItems(test.library, insights)
    await doChange(test.library, 'o', { kind: 'deleteOutcome', targetId: outcomeId, body: null })
    const without = insights.map((each) => ({ ...each, outcomes: each.outcomes.filter(({ id }) => id !== outcomeId) }))
    await older()
    await expect(test.library.getOutcome({ workspace, id: outcomeId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await syncItems(test.library, insights, afterSettled)
    expect(await test.library.getOutcome({ workspace, id: outcomeId })).toMatchObject({ insights: carriers.length })
    expect(await syncItems(test.library, without, afterSettled)).toMatchObject({ changed: carriers.length })
    await expect(test.library.getOutcome({ workspace, id: outcomeId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('marks the insights of an opportunity as seen, and no others', async () => {
    const unseen = insights.filter(({ seen }) => !seen)
    const marked = unseen.filter(({ opportunities }) => opportunities.some(({ id }) => id === opportunityId))
    expect(marked.length).toBeGreaterThan(0)
    await doChange(test.library, 's', { kind: 'markAllSeen', targetId: opportunityId, body: null })
    const page = await test.library.queryInsights(insightQuery({ seen: 'unseen' }))
    expect(page).toMatchObject({ unseen: unseen.length - marked.length, total: unseen.length - marked.length })
    expect(await test.library.getOpportunity({ workspace, id: opportunityId })).toMatchObject({ unseen: 0 })
    const asService = insights.map((each) => (marked.includes(each) ? { ...each, seen: true } : each))
    expect(await syncItems(test.library, asService, afterSettled)).toMatchObject({ changed: 0, unchanged: 40 })
    expect(await syncItems(test.library, insights, afterSettled)).toMatchObject({ changed: marked.length })
  })

  it('keeps the insights seen in a response that was requested before, but not in a later one', async () => {
    const older = await beginItems(test.library, insights)
    const unseen = async () => (await test.library.queryInsights(insightQuery())).unseen
    const before = await unseen()
    await doChange(test.library, 's', { kind: 'markAllSeen', targetId: opportunityId, body: null })
    const after = await unseen()
    expect(after).toBeLessThan(before)
    await older()
    expect(await unseen()).toBe(after)
    await syncItems(test.library, insights, afterSettled)
    expect(await unseen()).toBe(before)
  })

  it.each([
    { kind: 'deleteKnowledge', targetId: document.id, body: null },
    { kind: 'deleteOutcome', targetId: outcomeId, body: null },
    { kind: 'markAllSeen', targetId: opportunityId, body: null },
    { kind: 'linkMetric', targetId: 'm', body: { outcomeIds: [outcomeId] } },
  ] as const)('changes nothing when $kind is discarded, and keeps the request and its error', async (change) => {
    const state = async () => [
      await knowledgeIds(),
      await test.library.getOutcome({ workspace, id: outcomeId }),
      await test.library.queryInsights(insightQuery()),
    ]
    const before = await state()
    await test.library.addChange(serviceChange('x', change))
    expect(await state()).toEqual(before)
    await discard('x')
    expect(await state()).toEqual(before)
    expect(await activityOf('x')).toMatchObject({
      state: 'discarded',
      error: refusal,
      body: change.body === null ? null : JSON.stringify(change.body),
    })
  })

  it('applies its consequences only once', async () => {
    await doChange(test.library, 'd', { kind: 'deleteKnowledge', targetId: document.id, body: null })
    await syncKnowledge(test.library, [document, other], afterSettled)
    await settleDone(test.library, 'd')
    expect(await knowledgeIds()).toHaveLength(2)
  })

  it('returns every kind of change as it was added', async () => {
    const changes = [
      serviceChange('a', { kind: 'deleteKnowledge', targetId: document.id, body: null }),
      serviceChange('b', { kind: 'deleteOutcome', targetId: outcomeId, body: null }),
      serviceChange('c', { kind: 'markAllSeen', targetId: opportunityId, body: null }),
      serviceChange('d', { kind: 'unlinkMetric', targetId: 'm', body: { outcomeIds: [outcomeId] } }),
    ]
    for (const change of changes) await test.library.addChange(change)
    expect(await test.library.pendingChanges({ environment })).toEqual(changes.map((change) => entryOf(change)))
  })
})

it('records what settled changes did to insights in the change log', async () => {
  const test = await openTestLibrary('file')
  await syncItems(test.library, insights)
  await syncKnowledge(test.library, [document])
  await doChange(test.library, 'd', { kind: 'deleteKnowledge', targetId: document.id, body: null })
  await doChange(test.library, 'o', { kind: 'deleteOutcome', targetId: outcomeId, body: null })
  await doChange(test.library, 's', { kind: 'markAllSeen', targetId: opportunityId, body: null })
  const connection = connect({ file: test.file, key: test.key })
  const logged = connection.all('SELECT insight_id, fields FROM change_log WHERE sync = 0')
  connection.close()
  test.remove()
  const ids = new Set(insights.map(({ id }) => id))
  expect(logged.filter(({ insight_id }) => !ids.has(String(insight_id)))).toEqual([])
  const changed = logged.map(({ fields }) => String(fields))
  expect(changed.filter((fields) => fields === '["outcomes"]')).toHaveLength(carriers.length)
  expect(changed.filter((fields) => fields === '["seen"]').length).toBeGreaterThan(0)
})
