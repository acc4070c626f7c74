import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Insight } from '../../contract/resources/insight'
import { generateInsight, generateInsights, insightId } from '../testing/generated-insights'
import { settleChange } from '../testing/moved-changes'
import {
  beginItems,
  insightQuery,
  newChange,
  openTestLibrary,
  recordQuery,
  syncBytes,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'

describe.each(['memory', 'file'] as const)('sync into a library in %s', (kind) => {
  let test: TestLibrary
  beforeEach(async () => {
    test = await openTestLibrary(kind)
  })
  afterEach(() => test.remove())

  const ids = async () => (await test.library.queryInsights(insightQuery())).rows.map(({ id }) => id).sort()
  const items = (count: number): Insight[] => generateInsights(count)

  it('stores a list and reports it', async () => {
    const { isSameAnswer, ...report } = await syncItems(test.library, items(300))
    expect(isSameAnswer).toBe(false)
    expect(report).toMatchObject({ received: 300, added: 300, changed: 0, removed: 0, unchanged: 0, quarantined: 0 })
    expect(report).toMatchObject({ duplicates: 0, unknownFields: [], hasRelationships: true })
    expect(await test.library.queryInsights(insightQuery({}, { limit: 5 }))).toMatchObject({ total: 300, all: 300 })
    expect(await test.library.lastSync({ workspace, resource: 'insights' })).toEqual({
      ...report,
      syncedAt: '2025-06-01T10:00:00.000Z',
    })
  })

  it('returns nothing for a workspace that was never synced', async () => {
    expect(await test.library.lastSync({ workspace, resource: 'insights' })).toBeNull()
    const nothing = { rows: [], total: 0, all: 0, unseen: 0, left: 0, greatestScore: null }
    expect(await test.library.queryInsights(insightQuery())).toEqual(nothing)
  })

  it('distinguishes added, changed, removed and unchanged insights', async () => {
    await syncItems(test.library, items(200))
    const next = items(210).slice(5)
    next[0] = { ...generateInsight(5), title: 'Another title', combinedScore: 3 }
    const report = await syncItems(test.library, next)
    expect(report).toMatchObject({ received: 205, added: 10, changed: 1, removed: 5, unchanged: 194 })
    expect(await test.library.queryInsights(insightQuery())).toMatchObject({ total: 205, all: 205 })
    const detail = await test.library.getInsight({ workspace, id: insightId(5) })
    expect(detail).toMatchObject({ title: 'Another title', combinedScore: 3 })
    expect(await test.library.queryInsights(insightQuery({ text: 'another tit' }))).toMatchObject({ total: 1 })
    await expect(test.library.getInsight({ workspace, id: insightId(0) })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('reports the same bytes as unchanged, and the same items in other bytes too', async () => {
    await syncItems(test.library, items(50))
    const unchanged = { unchanged: 50, added: 0, changed: 0, removed: 0 }
    expect(await syncItems(test.library, items(50))).toMatchObject({ ...unchanged, isSameAnswer: true })
    const spaced = Buffer.from(JSON.stringify({ data: items(50) }, null, 2))
    expect(await syncBytes(test.library, spaced)).toMatchObject({ ...unchanged, isSameAnswer: false })
  })

  it('does not take the list for the last one when a related record changed', async () => {
    await syncItems(test.library, items(30))
    const renamed = items(30).map((insight) => ({
      ...insight,
      opportunities: insight.opportunities.map((each) => ({ ...each, title: `${each.title}!` })),
    }))
    expect(await syncItems(test.library, renamed)).toMatchObject({ isSameAnswer: false })
  })

  it('keeps all related records in the order received', async () => {
    const insight = items(40).find(({ feedback, opportunities }) => feedback.length > 2 && opportunities.length > 2)
    await syncItems(test.library, items(40))
    const detail = await test.library.getInsight({ workspace, id: insight?.id ?? '' })
    expect(detail.opportunities.map(({ id }) => id)).toEqual(insight?.opportunities.map(({ id }) => id))
    expect(detail.solutions.map(({ id }) => id)).toEqual(insight?.solutions.map(({ id }) => id))
    expect(detail.outcomes.map(({ id }) => id)).toEqual(insight?.outcomes.map(({ id }) => id))
    expect(detail.feedback.map(({ content }) => content)).toEqual(insight?.feedback.map(({ content }) => content))
  })

  it('notices a change in a related record and a dropped link', async () => {
    const linked = items(30).find(({ feedback, opportunities }) => feedback.length > 2 && opportunities.length > 2)
    const opportunity = linked?.opportunities[0]?.id
    await syncItems(test.library, items(30))
    const changed = items(30).map((insight) => ({
      ...insight,
      opportunities: insight.opportunities
        .filter(({ id }) => insight.id !== linked?.id || id === opportunity)
        .map((each) => (each.id === opportunity ? { ...each, title: 'Renamed' } : each)),
    }))
    expect(await syncItems(test.library, changed)).toMatchObject({ changed: 1, unchanged: 29 })
    const detail = await test.library.getInsight({ workspace, id: linked?.id ?? '' })
    expect(detail.opportunities.map(({ title }) => title)).toEqual(['Renamed'])
    expect(detail.feedback).toHaveLength(linked?.feedback.length ?? 0)
  })

  it('stores embeddings and reports their length', async () => {
    await syncItems(test.library, items(4))
    const lengths = await Promise.all(
      [0, 1, 3].map(async (n) => (await test.library.getInsight({ workspace, id: insightId(n) })).embeddingLength),
    )
    expect(lengths).toEqual([8, null, 8])
    const moved = items(4)
    moved[0] = { ...generateInsight(0), topicEmbeddings: [1, 2, 3] }
    expect(await syncItems(test.library, moved)).toMatchObject({ changed: 1 })
    expect(await test.library.getInsight({ workspace, id: insightId(0) })).toMatchObject({ embeddingLength: 3 })
  })

  it('accepts an empty list, which removes every insight', async () => {
    await syncItems(test.library, items(20))
    const report = await syncItems(test.library, [])
    expect(report).toMatchObject({ received: 0, removed: 20, hasRelationships: true })
    expect(await ids()).toEqual([])
  })

  it('changes nothing when the body is foreign or truncated', async () => {
    await syncItems(test.library, items(20))
    const whole = Buffer.from(JSON.stringify({ data: items(30) }))
    const bodies = ['', '<html>', '[]', '{}', '{"data":null}', '{"data":[{]}', '{"data":[]}x', '{"data":[{"a":tru}]}']
    for (const body of [...bodies.map((text) => Buffer.from(text)), whole.subarray(0, -2), whole.subarray(0, 9_000)]) {
      await expect(syncBytes(test.library, body)).rejects.toMatchObject({ code: 'NOT_THE_SERVICE' })
    }
    expect(await ids()).toHaveLength(20)
    expect(await test.library.lastSync({ workspace, resource: 'insights' })).toMatchObject({ added: 20 })
  })

  it('quarantines an unreadable item instead of treating it as deleted', async () => {
    await syncItems(test.library, items(10))
    const broken = items(10).map((insight, place) => (place === 4 ? { ...insight, title: 7 } : insight))
    const report = await syncItems(test.library, broken)
    const because = { unreadableBecause: ['title: invalid_type'] }
    expect(report).toMatchObject({ received: 10, quarantined: 1, unchanged: 9, removed: 0, ...because })
    expect(await test.library.lastSync({ workspace, resource: 'insights' })).toMatchObject(because)
    expect(await test.library.getInsight({ workspace, id: insightId(4) })).toMatchObject({ id: insightId(4) })
    const isQuarantined = (place: number, resource: 'insights' | 'knowledge' = 'insights') =>
      test.library.isQuarantined({ workspace, resource, id: insightId(place) })
    expect(await Promise.all([isQuarantined(4), isQuarantined(5), isQuarantined(4, 'knowledge')])).toEqual([
      true,
      false,
      false,
    ])
    await syncItems(test.library, items(10))
    expect(await isQuarantined(4)).toBe(false)
  })

  it('names the five most frequent reasons why items are unreadable', async () => {
    const fields = ['title', 'seen', 'seen', 'type', 'description', 'hideContent', 'strengthScore']
    const broken = fields.map((field, number) => ({ ...generateInsight(number), [field]: {} }))
    const { quarantined, unreadableBecause } = await syncItems(test.library, broken)
    expect([quarantined, unreadableBecause.length, unreadableBecause[0]]).toEqual([7, 5, 'seen: invalid_type'])
  })

  it('names in reasons neither content of the service nor places in lists', async () => {
    const at = '2025-01-01T00:00:00.000Z'
    const goal = { id: insightId(9), title: 'Secret', description: '', priority: 1, hideContent: false }
    const dated = { ...goal, createdAt: at, updatedAt: at }
    const broken = [1, 2].map((number) => ({
      ...generateInsight(number),
      outcomes: [...Array.from({ length: number }, () => dated), { ...dated, title: 7, 'secret name': 'secret value' }],
    }))
    expect(await syncItems(test.library, broken)).toMatchObject({
      quarantined: 2,
      unreadableBecause: ['outcomes.title: invalid_type'],
    })
  })

  it('removes nothing while an item has no readable ID', async () => {
    await syncItems(test.library, items(10))
    expect(await syncItems(test.library, [...items(5), 'no insight'])).toMatchObject({ quarantined: 1, removed: 0 })
    expect(await ids()).toHaveLength(10)
    expect(await syncItems(test.library, items(5))).toMatchObject({ quarantined: 0, removed: 5 })
  })

  it('quarantines an item that is nested thousands of levels deep, and syncs the others', async () => {
    await syncItems(test.library, items(3))
    for (const text of ['x', '\\u0041']) {
      const nested = JSON.stringify({ ...generateInsight(1), deep: 0 }).replace(
        '"deep":0',
        `"deep":${'['.repeat(6_000)}"${text}"${']'.repeat(6_000)}`,
      )
      const body = `{"data":[${nested},${JSON.stringify(generateInsight(3))}]}`
      const report = await syncBytes(test.library, Buffer.from(body))
      expect(report).toMatchObject({ quarantined: 1 })
      expect(await ids()).toEqual([insightId(1), insightId(3)])
    }
  })

  it('reports at most 100 unknown names, each cut to 80 characters', async () => {
    const names = Array.from({ length: 20_000 }, (_, number) => [`field${number}${'x'.repeat(500)}`, 1])
    const drifted = { ...generateInsight(1), ...Object.fromEntries(names) }
    const { data, ...members } = { data: [drifted, generateInsight(2)], ...Object.fromEntries(names) }
    const { unknownFields } = await syncBytes(test.library, Buffer.from(JSON.stringify({ ...members, data })))
    expect(unknownFields).toHaveLength(100)
    expect(Math.max(...unknownFields.map((name) => name.length))).toBe(80)
  })

  it('keeps the last of duplicate items and counts the others', async () => {
    const twice = [...items(5), { ...generateInsight(2), title: 'The last one' }, generateInsight(1)]
    expect(await syncItems(test.library, twice)).toMatchObject({ received: 7, added: 5, duplicates: 2 })
    expect(await test.library.getInsight({ workspace, id: insightId(2) })).toMatchObject({ title: 'The last one' })
    expect(await syncItems(test.library, items(5))).toMatchObject({ changed: 1, unchanged: 4, duplicates: 0 })
  })

  it('reports unknown fields, even when the item is unchanged', async () => {
    const others = items(5)
    const related = items(40).flatMap(({ opportunities }) => opportunities)[0]
    const drifted = { ...generateInsight(60), foo: 1, opportunities: [{ ...related, bar: 2 }] }
    const names = ['Insight.foo', 'Opportunity.bar']
    expect(await syncItems(test.library, [drifted, ...others])).toMatchObject({ unknownFields: names })
    expect(await syncItems(test.library, [drifted, ...others.slice(1)])).toMatchObject({ unknownFields: names })
    const meta = Buffer.from(JSON.stringify({ meta: { page: 1 }, data: [] }))
    expect(await syncBytes(test.library, meta)).toMatchObject({ unknownFields: ['Answer.meta'] })
  })

  it('reports each unknown value once, cut to 40 characters, and no other content', async () => {
    const related = items(40)
    const opportunity = { ...related.flatMap(({ opportunities }) => opportunities)[0], status: 'Parked' }
    const solution = { ...related.flatMap(({ solutions }) => solutions)[0], horizon: 'someday' }
    const drifted = items(6).map((item) => ({ ...item, type: 'Idea', opportunities: [opportunity], foo: 1 }))
    const names = ['Insight.foo', 'Insight.type: Idea', 'Opportunity.status: Parked', 'Solution.horizon: someday']
    const last = { ...generateInsight(7), title: 'New', type: 'Bug', solutions: [solution] }
    expect(await syncItems(test.library, [...drifted, last])).toMatchObject({ unknownFields: names })
    expect(await syncItems(test.library, [...drifted, last])).toMatchObject({ unknownFields: names })
    const endless = { ...generateInsight(8), type: 'x'.repeat(5_000) }
    expect(await syncItems(test.library, [endless])).toMatchObject({
      unknownFields: [`Insight.type: ${'x'.repeat(40)}`],
    })
    expect(await syncItems(test.library, items(3))).toMatchObject({ unknownFields: [] })
  })

  it('treats null as absent, keeps an unknown type, and reports when there are no relationships', async () => {
    const bare = { ...generateInsight(1), type: 'Idea', ownerId: null, combinedScore: null, opportunities: null }
    const report = await syncItems(test.library, [{ ...bare, solutions: [], outcomes: [], feedback: [] }])
    expect(report).toMatchObject({ added: 1, quarantined: 0, hasRelationships: false })
    expect((await test.library.queryInsights(insightQuery())).rows[0]).toMatchObject({
      type: 'Idea',
      combinedScore: null,
    })
  })

  it('takes the sentiment of feedback from its score when the category is empty', async () => {
    const [feedback] = items(40).flatMap((insight) => insight.feedback)
    const said = { ...feedback, title: '', sourceUrl: '', sentimentCategory: '', sentimentScore: -0.9 }
    await syncItems(test.library, [{ ...generateInsight(1), feedback: [said] }])
    const noFilter = { sources: [], sentiments: ['Negative'], months: [] }
    const sort = { column: 'createdAt', direction: 'ascending' } as const
    const { rows } = await test.library.queryFeedback({ ...recordQuery(), ...noFilter, sort })
    expect(rows).toMatchObject([{ id: feedback?.id, title: null, sourceUrl: null, sentimentCategory: null }])
  })

  it('repairs NUL characters and lone surrogates, and keeps a title of one megabyte', async () => {
    const title = `a\u0000b\ud800c 🚲 ${'x'.repeat(1024 * 1024)}`
    await syncItems(test.library, [{ ...generateInsight(1), title, description: '\udfff<b>\u202e' }])
    const [row] = (await test.library.queryInsights(insightQuery())).rows
    expect(row?.title).toBe(`a\ufffdb\ufffdc 🚲 ${'x'.repeat(1024 * 1024)}`)
    expect(row?.summary).toBe('\ufffd<b>\u202e')
  })

  it('shows nothing of a sync before it is complete', async () => {
    await syncItems(test.library, items(10))
    const committing = syncItems(test.library, generateInsights(1_000).slice(500))
    const seen = new Set<number>()
    let isDone = false
    const done = committing.finally(() => {
      isDone = true
    })
    while (!isDone) {
      seen.add((await test.library.queryInsights(insightQuery({}, { limit: 1 }))).all)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await done
    seen.add((await test.library.queryInsights(insightQuery({}, { limit: 1 }))).all)
    expect([...seen].sort((a, b) => a - b)).toEqual([10, 500])
  })

  it('keeps a pending insight until the service lists it', async () => {
    await test.library.addChange(newChange(1))
    expect(await syncItems(test.library, items(3))).toMatchObject({ added: 3, removed: 0 })
    expect(await ids()).toContain(newChange(1).targetId)
    const confirmed = { ...generateInsight(9), id: newChange(1).targetId, title: 'As the service has it' }
    expect(await syncItems(test.library, [...items(3), confirmed])).toMatchObject({ added: 1, unchanged: 3 })
    const detail = await test.library.getInsight({ workspace, id: newChange(1).targetId })
    expect(detail).toMatchObject({
      title: 'As the service has it',
      pending: { changeId: 'change-1', state: 'waiting' },
    })
  })

  it('does not remove a confirmed insight because an older response lacks it', async () => {
    await test.library.addChange(newChange(1))
    const { library } = test
    const older = await beginItems(library, items(3))
    // The clock was set back by an hour meanwhile.
    const settledAt = '2025-06-01T11:00:00.000Z'
    const done = { state: 'done', insight: null, settledAt } as const
    await settleChange(library, { environment: 'sandbox', changeId: 'change-1', ...done })
    const newer = await beginItems(library, items(3))
    expect(await older()).toMatchObject({ removed: 0 })
    expect(await ids()).toHaveLength(4)
    expect(await newer()).toMatchObject({ removed: 1 })
  })

  it('keeps workspaces apart', async () => {
    await syncItems(test.library, items(5))
    const other = { ...workspace, workspaceId: 'another' }
    expect(await test.library.queryInsights({ ...insightQuery(), workspace: other })).toMatchObject({ all: 0 })
    const { syncId } = await test.library.beginSync({
      workspace: other,
      resource: 'insights',
      startedAt: '2025-06-01T10:00:00.000Z',
    })
    await test.library.appendSync({ syncId, bytes: Buffer.from('{"data":[]}') })
    await test.library.commitSync({ syncId, validators: null })
    expect(await ids()).toHaveLength(5)
  })

  it('refuses to commit a sync that was aborted', async () => {
    const { syncId } = await test.library.beginSync({
      workspace,
      resource: 'insights',
      startedAt: '2025-06-01T10:00:00.000Z',
    })
    await test.library.abortSync({ syncId })
    await expect(test.library.commitSync({ syncId, validators: null })).rejects.toMatchObject({
      code: 'LIBRARY_UNAVAILABLE',
    })
  })
})
