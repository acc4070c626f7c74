// Handlers with logic of their own, on an in-memory library and a fake service.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { failing, never, production, setUp, staging } from '../testing/changes-setting'
import { activityHandlers } from './activity'
import { queryMergedActivity } from './activity-list'
import { metricsHandlers } from './metrics'
import { recordHandlers } from './records'
import { topicsHandlers } from './topics'

const [knowledgeId, opportunityId, goalId, topicId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const context = { signal: never }
const now = () => '2025-06-01T12:00:00.000Z'
const targetOf = async (workspace: typeof staging) => ({
  workspace,
  baseAddress: 'https://service.example',
  token: 't',
  relationships: null,
})

const handlersOf = ({ library, changes }: ReturnType<typeof setUp>, baseAddress: string | null = null) =>
  recordHandlers({ library, changes, baseAddressOf: () => baseAddress })

describe('knowledge', () => {
  test('resolves the text file against the base address of the environment', async () => {
    const app = setUp()
    app.service.knowledge(staging).push({ id: knowledgeId, title: 'Old manual' })
    await app.sync.now(staging)
    const get = (baseAddress: string | null) =>
      handlersOf(app, baseAddress).knowledge.get({ workspace: staging, id: knowledgeId }, context)
    expect((await get('https://service.example/v4')).txtFileAddress).toBe('https://service.example/v4/files/text.txt')
    expect((await get(null)).txtFileAddress).toBeNull()
  })

  test('sends no deletion in production without the typed title', async () => {
    const app = setUp()
    const { service, sync } = app
    service.knowledge(production).push({ id: knowledgeId, title: 'Old manual' })
    await sync.now(production)
    const handlers = handlersOf(app).knowledge
    const input = { workspace: production, id: knowledgeId }
    for (const confirmation of [null, 'old manual', knowledgeId]) {
      const refused = handlers.delete({ ...input, confirmation }, context)
      await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    }
    expect(service.requests).toEqual([])
    expect(await handlers.delete({ ...input, confirmation: 'Old manual' }, context)).toEqual({ state: 'deleted' })
    expect(service.requests).toEqual([`deleteKnowledgeItem ${knowledgeId}`])
  })
})

test('confirms the deletion of an unknown goal in production by its id', async () => {
  const app = setUp()
  const { service } = app
  const handlers = handlersOf(app).outcomes
  const input = { workspace: production, id: goalId }
  await expect(handlers.delete({ ...input, confirmation: 'x' }, context)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  expect(await handlers.delete({ ...input, confirmation: goalId }, context)).toEqual({ state: 'already-gone' })
  expect(service.requests).toEqual([`deleteOutcome ${goalId}`])
})

describe('marking all as seen', () => {
  test('returns the number of unseen insights afterwards, new ones included', async () => {
    const app = setUp()
    const { service, sync } = app
    const opportunities = [{ id: opportunityId }]
    service.add(staging, { id: randomUUID(), opportunities })
    await sync.now(staging)
    const handlers = handlersOf(app).opportunities
    const mark = () => handlers.markAllSeen({ workspace: staging, id: opportunityId }, context)
    expect(await mark()).toEqual({ unseen: 0, rereadError: null })
    service.onSend = async (arrive) => {
      arrive()
      service.add(staging, { id: randomUUID(), opportunities })
      return null
    }
    expect(await mark()).toEqual({ unseen: 1, rereadError: null })
  })

  test('returns the reason when the list could not be read again, and the number known locally', async () => {
    const app = setUp()
    const { service, sync } = app
    service.add(staging, { id: randomUUID(), opportunities: [{ id: opportunityId }] })
    await sync.now(staging)
    service.onList = failing('SERVICE_FAILED')
    const handlers = handlersOf(app).opportunities
    expect(await handlers.markAllSeen({ workspace: staging, id: opportunityId }, context)).toMatchObject({
      unseen: 0,
      rereadError: { code: 'SERVICE_FAILED' },
    })
  })

  test('returns 0 for an opportunity that no insight belongs to any more', async () => {
    const handlers = handlersOf(setUp()).opportunities
    expect(await handlers.markAllSeen({ workspace: staging, id: 'unknown' }, context)).toEqual({
      unseen: 0,
      rereadError: null,
    })
  })
})

test('metrics are dated and announced when saved, and linked through the queue', async () => {
  const { library, service, changes, emitted } = setUp()
  const emit = (name: string) => emitted.push(name)
  const handlers = metricsHandlers({ library, changes, emit, now })
  await handlers.save({ workspace: staging, metricId: 'm', label: 'Sign-ups' }, context)
  expect(await handlers.list({ workspace: staging }, context)).toMatchObject([{ metricId: 'm', addedAt: now() }])
  expect(emitted).toEqual(['library.changed'])
  const relation = { workspace: staging, metricId: 'm', action: 'add', outcomeIds: ['g'] } as const
  expect(await handlers.relate({ ...relation, outcomeIds: ['g'] }, context)).toMatchObject({ state: 'done' })
  expect(service.links(staging, 'm')).toEqual(['g'])
  await handlers.remove({ workspace: staging, metricId: 'm' }, context)
  expect(await handlers.list({ workspace: staging }, context)).toEqual([])
})

describe('topics', () => {
  function topics() {
    const { library, service, emitted } = setUp()
    const emit = (name: string) => emitted.push(name)
    const { client } = service
    const handlers = topicsHandlers({ client, findTarget: targetOf, library, emit, now })
    return { handlers, service, emitted }
  }
  const id = topicId

  test('open reads a topic from the service, stores it and announces it', async () => {
    const { handlers, service, emitted } = topics()
    await expect(handlers.get({ workspace: staging, id }, context)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await handlers.open({ workspace: staging, id }, context)).toMatchObject({
      id,
      title: 'A topic',
      readAt: now(),
    })
    expect(service.requests).toEqual([`getTopic ${topicId}`])
    expect(emitted).toEqual(['library.changed'])
    expect(await handlers.get({ workspace: staging, id }, context)).toMatchObject({ title: 'A topic' })
    await handlers.pin({ workspace: staging, id, isPinned: true }, context)
    expect(await handlers.list({ workspace: staging }, context)).toMatchObject([{ id, isPinned: true }])
    await handlers.forget({ workspace: staging, id }, context)
    expect(await handlers.list({ workspace: staging }, context)).toEqual([])
  })

  test.each(['NOT_FOUND', 'FORBIDDEN', 'CONNECTION_REFUSED'] as const)(
    'open rethrows %s and keeps the stored topic',
    async (code) => {
      const { handlers, service } = topics()
      await handlers.open({ workspace: staging, id }, context)
      service.onSend = failing(code)
      await expect(handlers.open({ workspace: staging, id }, context)).rejects.toMatchObject({ code })
      expect(await handlers.get({ workspace: staging, id }, context)).toMatchObject({ title: 'A topic' })
    },
  )
})

describe('activity', () => {
  function activity() {
    const app = setUp()
    const handlers = activityHandlers({
      library: app.library,
      changes: app.changes,
      environments: async () => ['staging'],
      workspaceNames: () => ({}),
    })
    return { ...app, handlers }
  }
  const all = { text: '', workspace: null }

  test('get returns a change with its request line', async () => {
    const { handlers, create, changes } = activity()
    await create('Bell')
    await changes.relateMetric(staging, 'sign ups', 'remove', ['g'], never)
    const { rows } = await handlers.query({ ...all, targetId: null, offset: 0, limit: 10 }, context)
    const requests = await Promise.all(
      rows.map(({ changeId, workspace }) => handlers.get({ workspace, changeId }, context)),
    )
    const changeId = rows[0]?.changeId ?? ''
    expect(await handlers.get({ workspace: null, changeId }, context)).toMatchObject({ changeId, workspace: staging })
    const path = `/organisations/${staging.organisationId}/workspaces/${staging.workspaceId}`
    expect(requests.map(({ request }) => request).sort()).toEqual([
      `POST ${path}/insights`,
      `POST ${path}/metrics/sign%20ups/relationships/remove`,
    ])
  })

  test('get and discard handle a tampered change, which the journal does not hand out', async () => {
    const settled: unknown[] = []
    const app = setUp()
    await app.changes.relateMetric(staging, 'sign ups', 'remove', ['g'], never)
    const [entry] = (await queryMergedActivity(app.library, ['staging'], { ...all, offset: 0, limit: 1 })).rows
    if (entry === undefined) throw new Error('There is no change.')
    const error = new AppError('TAMPERED', '').report
    const tampered = { ...entry, targetId: '', state: 'failed', error, body: null, content: null } as const
    app.library.getActivity = async () => tampered
    app.library.settleChange = async (settlement) => {
      settled.push(settlement)
      return null
    }
    const handlers = activityHandlers({
      library: app.library,
      changes: app.changes,
      environments: async () => ['staging'],
      workspaceNames: () => ({}),
    })
    const change = { workspace: staging, changeId: 'tampered' }
    expect((await handlers.get(change, context)).request).toContain('can’t be used in an address')
    app.changed.length = 0
    await handlers.discard({ ...change, version: 0 }, context)
    const settledAt = app.clock.now()
    const settlement = { changeId: 'tampered', version: null, state: 'discarded', error, settledAt }
    expect(settled).toEqual([{ environment: 'staging', ...settlement }])
    expect(app.changed.at(-1)).toEqual(expect.arrayContaining(['activity', 'metrics']))
  })
})
