import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import { generateInsight, generateInsights } from '../testing/generated-insights'
import { entryOf, markChange, settleChange } from '../testing/moved-changes'
import {
  activityRows,
  insightQuery,
  newChange,
  openTestLibrary,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'
import { serviceChange } from '../testing/service-changes'

const environment = 'sandbox'
const settledAt = '2025-06-03T00:00:00.000Z'
const refusal = new AppError('REFUSED', 'The service refused this.', { status: 400 }).report

describe.each(['memory', 'file'] as const)('changes in a library in %s', (kind) => {
  let test: TestLibrary
  beforeEach(async () => {
    test = await openTestLibrary(kind)
    await syncItems(test.library, generateInsights(3))
  })
  afterEach(() => test.remove())

  const rows = async (text = '') => (await test.library.queryInsights(insightQuery({ text }))).rows
  const pending = () => test.library.pendingChanges({ environment })

  it('shows a new insight at once in the list, search, counts and detail', async () => {
    const before = await test.library.queryInsights(insightQuery())
    await test.library.addChange(newChange(1, 'Äußerst neu'))
    expect(await rows('ausserst neu')).toEqual([])
    expect(await rows('äußer')).toHaveLength(1)
    expect(await test.library.queryInsights(insightQuery())).toMatchObject({ all: 4, unseen: before.unseen + 1 })
    const detail = await test.library.getInsight({ workspace, id: newChange(1).targetId })
    expect(detail).toMatchObject({ title: 'Äußerst neu', seen: false, createdAt: newChange(1).createdAt })
    expect(detail.pending).toEqual({
      changeId: 'change-1',
      version: 1,
      state: 'waiting',
      error: null,
      needsReview: true,
    })
  })

  it('applies a change once when it is added twice', async () => {
    await test.library.addChange(newChange(1))
    await test.library.addChange(newChange(1))
    expect(await pending()).toHaveLength(1)
    expect(await rows()).toHaveLength(4)
  })

  it('returns unsent changes in the order they were added, exactly as typed, each needing review', async () => {
    const odd = newChange(2, 'a\u0000b\ud800')
    await test.library.addChange(odd)
    await test.library.addChange(newChange(1))
    expect(await pending()).toEqual([entryOf(odd), entryOf(newChange(1))])
    expect((await rows('Typed')).map(({ title }) => title)).toContain('a\ufffdb\ufffd')
  })

  it('returns only the changes with the same target and workspace as a given one', async () => {
    const link = (changeId: string, targetId: string) =>
      serviceChange(changeId, { kind: 'linkMetric', targetId, body: { outcomeIds: ['o'] } })
    await test.library.addChange(link('first', 'orders'))
    await test.library.addChange(link('other', 'visits'))
    const elsewhere = { ...workspace, workspaceId: 'elsewhere' }
    await test.library.addChange({ ...link('elsewhere', 'orders'), workspace: elsewhere })
    await test.library.addChange(link('second', 'orders'))
    const about = async (sameTargetAs: string) =>
      (await test.library.pendingChanges({ environment, sameTargetAs })).map(({ changeId }) => changeId)
    expect(await about('second')).toEqual(['first', 'second'])
    expect(await about('other')).toEqual(['other'])
    expect(await about('gone')).toEqual([])
  })

  it('counts the attempts of a change and keeps its error', async () => {
    await test.library.addChange(newChange(1))
    const mark = (state: 'waiting' | 'sending' | 'failed', error: typeof refusal | null) =>
      markChange(test.library, { environment, changeId: 'change-1', state, error })
    await mark('sending', null)
    await mark('failed', refusal)
    await mark('waiting', null)
    await mark('sending', null)
    await mark('failed', refusal)
    expect(await pending()).toMatchObject([{ state: 'failed', attempts: 2, error: refusal }])
    const [{ version } = { version: 0 }] = await pending()
    const shown = { changeId: 'change-1', version, state: 'failed', error: refusal, needsReview: false }
    expect((await rows('Change'))[0]?.pending).toEqual(shown)
    await expect(
      markChange(test.library, { environment, changeId: 'nothing', state: 'sending', error: null }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('stores the insight that the service returned when a change is done', async () => {
    await test.library.addChange(newChange(1))
    const insight = { ...generateInsight(50), id: newChange(1).targetId, title: 'Returned title' }
    await settleChange(test.library, { environment, changeId: 'change-1', state: 'done', insight, settledAt })
    expect(await pending()).toEqual([])
    expect(await rows('Returned')).toMatchObject([{ title: 'Returned title', pending: null }])
    expect(await rows('Change')).toEqual([])
    const detail = await test.library.getInsight({ workspace, id: insight.id })
    expect(detail.feedback).toHaveLength(insight.feedback.length)
    expect(await activityRows(test.library)).toMatchObject([{ state: 'done', settledAt, title: 'Change 1' }])
    expect(await syncItems(test.library, [...generateInsights(3), insight])).toMatchObject({
      removed: 0,
      quarantined: 0,
    })
  })

  it('still shows a pending insight after the service listed it and stopped listing it', async () => {
    await test.library.addChange(newChange(1))
    await test.library.addChange(
      serviceChange('link', { kind: 'linkMetric', targetId: 'orders', body: { outcomeIds: ['o'] } }),
    )
    const arrived = { ...generateInsight(50), id: newChange(1).targetId, title: 'Other words' }
    await syncItems(test.library, [...generateInsights(3), arrived])
    await markChange(test.library, { environment, changeId: 'change-1', state: 'failed', error: refusal })
    expect(await rows('Other')).toMatchObject([{ pending: { state: 'failed' } }])
    expect(await syncItems(test.library, generateInsights(3))).toMatchObject({ removed: 1 })
    expect(await rows()).toHaveLength(4)
    expect(await rows('Change')).toMatchObject([{ title: 'Change 1', pending: { state: 'failed' } }])
    expect(await syncItems(test.library, generateInsights(3))).toMatchObject({ removed: 0 })
    await settleChange(test.library, {
      ...{ environment, changeId: 'change-1', state: 'discarded', error: null, settledAt, restoresDraft: false },
    })
    expect(await rows()).toHaveLength(3)
  })

  it.each([[null], [{ id: 'x' }], [{ ...generateInsight(60) }]])(
    'keeps the insight as sent when the service returns %j',
    async (insight) => {
      await test.library.addChange(newChange(1))
      await settleChange(test.library, { environment, changeId: 'change-1', state: 'done', insight, settledAt })
      expect(await rows('Change')).toMatchObject([{ title: 'Change 1', pending: null }])
      expect(await rows()).toHaveLength(4)
    },
  )

  it('removes the insight of a discarded change and keeps the change in the activity', async () => {
    await test.library.addChange(newChange(1))
    const settle = { environment, changeId: 'change-1', state: 'discarded', error: refusal, settledAt } as const
    await settleChange(test.library, settle)
    await settleChange(test.library, settle)
    expect(await rows()).toHaveLength(3)
    expect(await rows('Change')).toEqual([])
    expect(await activityRows(test.library)).toMatchObject([{ state: 'discarded', settledAt, error: refusal }])
  })

  it('keeps the insight of a discarded change when the service has listed it by then', async () => {
    await test.library.addChange(newChange(1))
    await syncItems(test.library, [...generateInsights(3), { ...generateInsight(9), id: newChange(1).targetId }])
    const settle = { environment, changeId: 'change-1', state: 'discarded', error: null, settledAt } as const
    await settleChange(test.library, settle)
    expect(await rows()).toHaveLength(4)
  })

  it('lists unsettled changes newest first, before settled ones', async () => {
    for (const number of [1, 3, 2]) await test.library.addChange(newChange(number))
    await settleChange(test.library, { environment, changeId: 'change-2', state: 'done', insight: null, settledAt })
    const entries = await activityRows(test.library)
    expect(entries.map(({ changeId, state }) => [changeId, state])).toEqual([
      ['change-3', 'waiting'],
      ['change-1', 'waiting'],
      ['change-2', 'done'],
    ])
    expect(await activityRows(test.library, { ...workspace, workspaceId: 'another' })).toEqual([])
  })

  it('shows the feedback that the person linked to a new insight', async () => {
    const feedback = generateInsights(3).flatMap((insight) => insight.feedback.map(({ id }) => id))
    const change = newChange(1)
    await test.library.addChange({ ...change, body: { ...change.body, feedbackIds: feedback.slice(0, 2) } })
    const detail = await test.library.getInsight({ workspace, id: change.targetId })
    expect(detail.feedback).toHaveLength(2)
    expect(detail.strength).toBe(2)
  })

  it('keeps the feedback of a new insight when the service answers without relationships, until a list says', async () => {
    const feedback = generateInsights(3).flatMap((insight) => insight.feedback.map(({ id }) => id))
    const change = newChange(1)
    await test.library.addChange({ ...change, body: { ...change.body, feedbackIds: feedback.slice(0, 2) } })
    const without = { opportunities: [], solutions: [], outcomes: [], feedback: [] }
    const insight = { ...generateInsight(50), id: change.targetId, ...without }
    await settleChange(test.library, { environment, changeId: 'change-1', state: 'done', insight, settledAt })
    const linked = async () => (await test.library.getInsight({ workspace, id: change.targetId })).feedback.length
    expect(await linked()).toBe(2)
    await syncItems(test.library, [...generateInsights(3), insight])
    expect(await linked()).toBe(0)
  })

  it('removes the draft as soon as its insight is journalled, and keeps one begun after that', async () => {
    const draft = { values: { title: 'a' }, savedAt: settledAt }
    const other = { ...workspace, workspaceId: 'another' }
    await test.library.saveDraft({ workspace, ...draft })
    await test.library.saveDraft({ workspace: other, ...draft })
    await test.library.addChange(newChange(1))
    expect(await test.library.readDraft({ workspace })).toBeNull()
    expect(await test.library.readDraft({ workspace: other })).toEqual(draft)
    await test.library.saveDraft({ workspace, ...draft })
    await test.library.addChange(newChange(1))
    expect(await test.library.readDraft({ workspace })).toEqual(draft)
  })

  it('keeps one draft per workspace until it is discarded', async () => {
    const other = { ...workspace, workspaceId: 'another' }
    expect(await test.library.readDraft({ workspace })).toBeNull()
    await test.library.saveDraft({ workspace, values: { title: 'a' }, savedAt: settledAt })
    await test.library.saveDraft({ workspace, values: { title: 'ab\u0000\ud800', type: '' }, savedAt: settledAt })
    await test.library.saveDraft({ workspace: other, values: {}, savedAt: settledAt })
    expect(await test.library.readDraft({ workspace })).toEqual({
      values: { title: 'ab\u0000\ud800', type: '' },
      savedAt: settledAt,
    })
    await test.library.discardDraft({ workspace })
    expect(await test.library.readDraft({ workspace })).toBeNull()
    expect(await test.library.readDraft({ workspace: other })).toEqual({ values: {}, savedAt: settledAt })
  })
})
