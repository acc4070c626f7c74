import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { giveLabels, openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'
import { distinct, variedInsights } from '../testing/varied-insights'

const insights = variedInsights(30)
const [insight, another] = insights
const opportunities = distinct(insights.flatMap((each) => each.opportunities))
const shown = opportunities.find(({ hideContent }) => !hideContent)
const hidden = opportunities.find(({ hideContent }) => hideContent)
const topicId = (number: number) => `00000008-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
const elsewhere = '00000001-0000-4000-8000-00000000ffff'
const readAt = (minute: number) => `2025-06-02T00:0${minute}:00.000Z`

describe.each(['memory', 'file'] as const)('topics in a library (%s)', (kind) => {
  let test: TestLibrary
  beforeEach(async () => {
    test = await openTestLibrary(kind)
    await syncItems(test.library, insights)
  })
  afterEach(() => test.remove())

  const keep = (topic: unknown, minute = 0) => test.library.keepTopic({ workspace, topic, readAt: readAt(minute) })
  const list = async () => (await test.library.listTopics({ workspace })).map(({ id }) => id)

  it('are stored as received, whichever fields are missing', async () => {
    const bare = await keep({ id: topicId(1) })
    expect(bare).toEqual({
      ...{ id: topicId(1), title: null, description: null, createdAt: null, updatedAt: null },
      ...{ opportunities: [], insights: [], isPinned: false, readAt: readAt(0), openedAt: readAt(0) },
    })
    const dated = { title: 'Range\u0000', description: null, createdAt: 'a', updatedAt: 'b', mood: 7 }
    await keep({ ...dated, id: topicId(1) }, 2)
    expect(await test.library.getTopic({ workspace, id: topicId(1) })).toMatchObject({
      ...{ title: 'Range\ufffd', description: null, createdAt: 'a', updatedAt: 'b', readAt: readAt(2) },
    })
  })

  it.each([null, 7, 'topic', [], {}, { id: 7 }, { id: 'no uuid' }, { id: topicId(1), insights: 'x' }])(
    'reject %j as a topic',
    async (topic) => {
      await expect(keep(topic)).rejects.toMatchObject({ code: 'NOT_THE_SERVICE' })
      expect(await list()).toEqual([])
    },
  )

  it.each([
    [insight?.id, { id: insight?.id, title: insight?.title, isKnown: true, hideContent: false }],
    [{ id: insight?.id }, { id: insight?.id, title: insight?.title, isKnown: true, hideContent: false }],
    [
      { id: insight?.id, title: 'As sent' },
      { id: insight?.id, title: 'As sent', isKnown: true, hideContent: false },
    ],
    [
      { insightId: insight?.id, id: 'link' },
      { id: insight?.id, title: insight?.title, isKnown: true, hideContent: false },
    ],
    [
      { id: 'link', insight: { id: another?.id } },
      { id: another?.id, title: another?.title, isKnown: true, hideContent: false },
    ],
    [
      { node: { uuid: elsewhere, name: 'Named' } },
      { id: elsewhere, title: 'Named', isKnown: false, hideContent: false },
    ],
    [elsewhere, { id: elsewhere, title: null, isKnown: false, hideContent: false }],
    ['Only a title', { id: null, title: 'Only a title', isKnown: false, hideContent: false }],
    [{ label: 'Only a label' }, { id: null, title: 'Only a label', isKnown: false, hideContent: false }],
    [
      { id: 12, title: { text: 'x' } },
      { id: '12', title: null, isKnown: false, hideContent: false },
    ],
    [null, { id: null, title: null, isKnown: false, hideContent: false }],
    [[], { id: null, title: null, isKnown: false, hideContent: false }],
    [{}, { id: null, title: null, isKnown: false, hideContent: false }],
    [true, { id: null, title: null, isKnown: false, hideContent: false }],
    ['  ', { id: null, title: null, isKnown: false, hideContent: false }],
    [{ insight: { insight: { insight: {} } } }, { id: null, title: null, isKnown: false, hideContent: false }],
  ])('interpret %j as a list element', async (element, expected) => {
    const topic = await keep({ id: topicId(1), insights: [element, element] })
    expect(topic.insights.map(({ marks: _, ...rest }) => rest)).toEqual([expected, expected])
  })

  it('resolve opportunities and mark hidden ones, by the library’s or the topic’s flag, under any title', async () => {
    const secret = { id: elsewhere, title: 'Secret', hideContent: true }
    const topic = await keep({
      id: topicId(1),
      opportunities: [shown?.id, { opportunityId: hidden?.id }, { id: hidden?.id, title: 'As sent' }, { node: secret }],
    })
    expect(topic.opportunities).toEqual([
      { id: shown?.id, title: shown?.title, isKnown: true, hideContent: false },
      { id: hidden?.id, title: hidden?.title, isKnown: true, hideContent: true },
      { id: hidden?.id, title: 'As sent', isKnown: true, hideContent: true },
      { id: elsewhere, title: 'Secret', isKnown: false, hideContent: true },
    ])
  })

  it('show a record with its title, score and seen state once it is synced', async () => {
    const [later, notScored] = [elsewhere, another?.id]
    const before = await keep({ id: topicId(1), insights: [later, notScored] })
    expect(before.insights[0]).toEqual({ id: later, title: null, isKnown: false, hideContent: false, marks: null })
    const { combinedScore: _, ...unscored } = another ?? {}
    const synced = { ...insight, id: later, title: 'Synced later', seen: false, combinedScore: 2.5 }
    await syncItems(test.library, [synced, { ...unscored, seen: true }])
    const topic = await test.library.getTopic({ workspace, id: topicId(1) })
    expect(topic.insights).toMatchObject([
      { id: later, title: 'Synced later', isKnown: true, marks: { seen: false, combinedScore: 2.5 } },
      { id: notScored, isKnown: true, marks: { seen: true, combinedScore: null } },
    ])
  })

  it('are listed with their triage: status, note and labels', async () => {
    for (const number of [1, 2]) await keep({ id: topicId(number), title: `Topic ${number}` }, number)
    const of = { workspace, kind: 'topic', id: topicId(1) } as const
    await test.library.decideTriage({ ...of, decision: { status: 'reviewed' }, decidedAt: readAt(3) })
    await giveLabels(test.library, of, ['Winter'])
    await test.library.setNote({ ...of, kind: 'metric', note: 'Of a metric with the same ID' })
    const listed = await test.library.listTopics({ workspace })
    expect(listed.map(({ id, triage }) => [id, triage])).toEqual([
      [topicId(2), undefined],
      [topicId(1), { status: 'reviewed', hasNote: false, labels: ['Winter'] }],
    ])
  })

  it('are listed pinned first, then most recently opened, until forgotten', async () => {
    for (const number of [1, 2, 3]) await keep({ id: topicId(number), title: `Topic ${number}` }, number)
    await test.library.pinTopic({ workspace, id: topicId(2), isPinned: true })
    expect(await list()).toEqual([topicId(2), topicId(3), topicId(1)])
    await keep({ id: topicId(1) }, 5)
    expect(await list()).toEqual([topicId(2), topicId(1), topicId(3)])
    await keep({ id: topicId(2) }, 6)
    expect(await test.library.getTopic({ workspace, id: topicId(2) })).toMatchObject({ isPinned: true })
    await test.library.pinTopic({ workspace, id: topicId(2), isPinned: false })
    await test.library.forgetTopic({ workspace, id: topicId(1) })
    await test.library.forgetTopic({ workspace, id: topicId(1) })
    expect(await list()).toEqual([topicId(2), topicId(3)])
    for (const call of [
      test.library.getTopic({ workspace, id: topicId(1) }),
      test.library.pinTopic({ workspace, id: topicId(1), isPinned: true }),
      test.library.getTopic({ workspace: { ...workspace, workspaceId: 'another' }, id: topicId(2) }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })
})
