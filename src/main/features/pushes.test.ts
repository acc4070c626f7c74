// Each command pushes what it changed, before it answers: the page invalidates nothing by itself.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { presets } from '../../contract/features/priorities'
import { defaultViews, type SavedView } from '../../contract/features/saved-views'
import { pushesAfter } from '../../contract/testing/pushes-after'
import { failing, never, setUp, staging, typed } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'
import { activityHandlers } from './activity'
import { duplicatesHandlers } from './duplicates'
import { insightsHandlers } from './insights'
import { metricsHandlers } from './metrics'
import { newsHandlers } from './news'
import { prioritiesHandlers } from './priorities'
import { recordHandlers } from './records'
import { sandboxHandlers } from './sandbox'
import { savedViewsHandlers } from './saved-views'
import { syncHandlers } from './sync'
import { topicMapHandlers } from './topic-map'
import { topicsHandlers } from './topics'
import { triageHandlers } from './triage'

const workspace = staging
const inSandbox = { ...workspace, environment: 'sandbox' } as const
const context = { signal: never }
const now = () => '2025-06-01T12:00:00.000Z'
const triaged = { workspace, id: 'any' }
const [knowledgeId, opportunityId, goalId, topicId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]

async function start() {
  const app = setUp()
  const { library, service, changes, sync, emit } = app
  service.knowledge(workspace).push({ id: knowledgeId, title: 'Manual' })
  service.add(workspace, { id: randomUUID(), opportunities: [{ id: opportunityId }], outcomes: [{ id: goalId }] })
  sync.open(workspace)
  await sync.now(workspace)
  const targetOf = async () => ({ workspace, baseAddress: 'https://s.example', token: 't', relationships: null })
  const handlers = {
    activity: activityHandlers({
      ...{ library, changes },
      environments: async () => ['staging'],
      workspaceNames: () => ({}),
    }),
    insights: insightsHandlers(library, changes, () => new Date(now())),
    ...recordHandlers({ library, changes, baseAddressOf: () => null }),
    metrics: metricsHandlers({ library, changes, emit, now }),
    news: newsHandlers({ library, emit, now }),
    duplicates: duplicatesHandlers({ library, emit, now: () => new Date().toISOString() }),
    priorities: prioritiesHandlers({ library, emit, now: () => new Date().toISOString() }),
    sandbox: sandboxHandlers({
      sandbox: { passWeek: async () => {}, setOnline: async () => {} },
      sync,
      openWorkspaces: () => [inSandbox],
    }),
    savedViews: savedViewsHandlers({ library, emit }),
    sync: syncHandlers(sync, async () => {}),
    topicMap: topicMapHandlers({ library, emit, now: () => new Date().toISOString() }),
    topics: topicsHandlers({ client: service.client, findTarget: targetOf, library, emit, now }),
    triage: triageHandlers({ library, emit, now }),
  }
  /** A creation that the service refused, or that waits for it. */
  const left = async (state: 'refused' | 'waiting') => {
    const { onCreate } = service
    service.onCreate = failing('CONNECTION_REFUSED')
    const { changeId } = await app.create('left')
    await settle()
    service.onCreate = failing('REFUSED')
    if (state === 'refused') await changes.retry(workspace, changeId).catch(() => {})
    await settle()
    service.onCreate = onCreate
    return changeId
  }
  const seen = async (id: string) => {
    const entry = (await app.journal()).find(({ changeId }) => changeId === id)
    return { changeId: id, version: entry?.version ?? 0 }
  }
  return { ...app, handlers, left, seen }
}

type Started = Awaited<ReturnType<typeof start>>
type Command = (app: Started) => Promise<unknown>

const commands: Readonly<
  Record<
    string,
    Command | { before: (app: Started) => Promise<string>; run: (app: Started, id: string) => Promise<unknown> }
  >
> = {
  'activity.retry': {
    before: ({ left }) => left('waiting'),
    run: async ({ handlers, seen }, id) =>
      handlers.activity.retry({ workspace, ...(await seen(id)) }, context).catch(() => {}),
  },
  'activity.send': {
    before: ({ left }) => left('waiting'),
    run: async ({ handlers, seen }, id) => handlers.activity.send({ workspace, changes: [await seen(id)] }, context),
  },
  'activity.discard': {
    before: ({ left }) => left('waiting'),
    run: async ({ handlers, seen }, id) => handlers.activity.discard({ workspace, ...(await seen(id)) }, context),
  },
  'insights.create': ({ handlers }) =>
    handlers.insights.create({ workspace, insight: typed('New'), draftId: '' }, context),
  'insights.edit': {
    before: ({ left }) => left('refused'),
    run: async ({ handlers, seen }, id) =>
      handlers.insights.edit({ workspace, ...(await seen(id)), insight: typed('Edited') }, context),
  },
  'knowledge.delete': ({ handlers }) =>
    handlers.knowledge.delete({ workspace, id: knowledgeId, confirmation: null }, context),
  'metrics.save': ({ handlers }) => handlers.metrics.save({ workspace, metricId: 'm', label: 'Rides' }, context),
  'metrics.remove': ({ handlers }) => handlers.metrics.remove({ workspace, metricId: 'm' }, context),
  'metrics.relate': ({ handlers }) =>
    handlers.metrics.relate({ workspace, metricId: 'm', action: 'add', outcomeIds: [goalId] }, context),
  'news.markReviewed': ({ handlers }) =>
    handlers.news.markReviewed({ workspace, text: '', kinds: [], upTo: 1 }, context),
  'news.undoReview': ({ handlers }) => handlers.news.undoReview({ workspace }, context),
  'opportunities.markAllSeen': ({ handlers }) =>
    handlers.opportunities.markAllSeen({ workspace, id: opportunityId }, context),
  'outcomes.delete': ({ handlers }) => handlers.outcomes.delete({ workspace, id: goalId, confirmation: null }, context),
  'topics.open': ({ handlers }) => handlers.topics.open({ workspace, id: topicId }, context),
  'topics.pin': {
    before: ({ handlers }) => handlers.topics.open({ workspace, id: topicId }, context).then(({ id }) => id),
    run: ({ handlers }, id) => handlers.topics.pin({ workspace, id, isPinned: true }, context),
  },
  'topics.forget': ({ handlers }) => handlers.topics.forget({ workspace, id: topicId }, context),
  'duplicates.dismiss': ({ handlers }) =>
    handlers.duplicates.dismiss({ workspace, ids: ['one', 'other'], isDismissed: true }, context),
  'priorities.saveModel': ({ handlers }) =>
    handlers.priorities.saveModel({ workspace, model: { ...presets[0], id: 'mine', name: 'Mine' } }, context),
  'priorities.removeModel': ({ handlers }) => handlers.priorities.removeModel({ workspace, id: 'mine' }, context),
  'priorities.decide': ({ handlers }) =>
    handlers.priorities.decide({ workspace, kind: 'opportunity', ids: [opportunityId], decision: 'now' }, context),
  'priorities.restore': ({ handlers }) =>
    handlers.priorities.restore(
      {
        ...{ workspace, kind: 'opportunity', made: { decision: null, decidedAt: null } },
        before: [{ ids: [opportunityId], decision: 'now', decidedAt: '2025-08-01T10:00:00.000Z' }],
      },
      context,
    ),
  'priorities.setNote': ({ handlers }) =>
    handlers.priorities.setNote({ workspace, kind: 'opportunity', id: opportunityId, note: 'Ask', began: '' }, context),
  'topicMap.draw': ({ handlers }) => handlers.topicMap.draw({ workspace, what: 'all' }, context),
  'topicMap.cancel': ({ handlers }) => handlers.topicMap.cancel({ workspace }, context),
  'sandbox.passWeek': ({ handlers }) => handlers.sandbox.passWeek({}, context),
  'sandbox.setOnline': ({ handlers }) => handlers.sandbox.setOnline({ isOnline: false }, context),
  'savedViews.save': ({ handlers }) =>
    handlers.savedViews.save({ workspace, view: { ...defaultViews[0], name: 'Mine' } as SavedView }, context),
  'savedViews.remove': ({ handlers }) => handlers.savedViews.remove({ workspace, id: 'rising' }, context),
  'savedViews.order': ({ handlers }) => handlers.savedViews.order({ workspace, ids: ['rising'] }, context),
  'sync.now': ({ handlers }) => handlers.sync.now({ workspace }, context),
  'triage.decide': ({ handlers }) =>
    handlers.triage.decide({ ...triaged, kind: 'insight', decision: { status: 'reviewed' } }, context),
  'triage.decideAll': ({ handlers }) =>
    handlers.triage.decideAll(
      { workspace, kind: 'insight', decisions: [{ ids: ['some'], decision: { status: 'reviewed' }, from: null }] },
      context,
    ),
  'triage.labelAll': ({ handlers }) =>
    handlers.triage.labelAll(
      { workspace, kind: 'topic', changes: [{ ids: ['some'], add: ['Q3'], remove: [] }] },
      context,
    ),
  'triage.setNote': ({ handlers }) =>
    handlers.triage.setNote({ ...triaged, kind: 'topic', note: 'Ask Anna', began: '' }, context),
}

const listed = Object.entries(pushesAfter).filter(([, { library, sync }]) => library || sync)

test('has an entry in this table for every command that changes the library or syncs it', () => {
  expect(Object.keys(commands).sort()).toEqual(listed.map(([name]) => name).sort())
})

test.each(listed)('%s pushes the features it changed', async (name, { library, sync }) => {
  const app = await start()
  const command = commands[name]
  const id = typeof command === 'object' ? await command.before(app) : ''
  await settle()
  app.changed.length = 0
  app.emitted.length = 0
  await (typeof command === 'object' ? command.run(app, id) : command?.(app))
  // A sync that it asked for may push what it has read.
  expect(app.changed.flat()).toEqual(expect.arrayContaining([...(library ?? [])]))
  await settle()
  if (sync) expect(app.emitted).toContain('sync.changed')
})
