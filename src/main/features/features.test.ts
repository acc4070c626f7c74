// Handlers that do more than pass on, over a library and a service in memory.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { LibraryApi } from '../../contract/library'
import { workspaceKey } from '../../contract/workspace'
import { queryMergedActivity } from '../activity/merged-activity'
import { writeWholeFile } from '../settings/write-file'
import { failing, never, production, setUp, staging } from '../testing/outbox-setting'
import { activityHandlers } from './activity'
import { knowledgeHandlers } from './knowledge'
import { metricsHandlers } from './metrics'
import { opportunitiesHandlers } from './opportunities'
import { outcomesHandlers } from './outcomes'
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

describe('knowledge', () => {
  test('the address of a text is put together from the environment’s', async () => {
    const { library, service, sync, outbox } = setUp()
    service.knowledge(staging).push({ id: knowledgeId, title: 'Old manual' })
    await sync.now(staging)
    const get = (baseAddress: string | null) =>
      knowledgeHandlers({ library, outbox, baseAddressOf: () => baseAddress }).get(
        { workspace: staging, id: knowledgeId },
        context,
      )
    expect((await get('https://service.example/v4')).txtFileAddress).toBe('https://service.example/v4/files/text.txt')
    expect((await get(null)).txtFileAddress).toBeNull()
  })

  test('in production nothing is sent until the title was typed', async () => {
    const { library, service, sync, outbox } = setUp()
    service.knowledge(production).push({ id: knowledgeId, title: 'Old manual' })
    await sync.now(production)
    const handlers = knowledgeHandlers({ library, outbox, baseAddressOf: () => null })
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

test('a goal that no insight carries is confirmed by its id in production', async () => {
  const { library, service, outbox } = setUp()
  const handlers = outcomesHandlers(library, outbox)
  const input = { workspace: production, id: goalId }
  await expect(handlers.delete({ ...input, confirmation: 'x' }, context)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  expect(await handlers.delete({ ...input, confirmation: goalId }, context)).toEqual({ state: 'already-gone' })
  expect(service.requests).toEqual([`deleteOutcome ${goalId}`])
})

describe('marking all as seen', () => {
  test('says how many are unseen afterwards, which may be new ones', async () => {
    const { library, service, sync, outbox } = setUp()
    const opportunities = [{ id: opportunityId }]
    service.add(staging, { id: randomUUID(), opportunities })
    await sync.now(staging)
    const handlers = opportunitiesHandlers(library, outbox)
    const mark = () => handlers.markAllSeen({ workspace: staging, id: opportunityId }, context)
    expect(await mark()).toEqual({ unseen: 0, rereadError: null })
    service.onSend = async (arrive) => {
      arrive()
      service.add(staging, { id: randomUUID(), opportunities })
      return null
    }
    expect(await mark()).toEqual({ unseen: 1, rereadError: null })
  })

  test('tells why the list could not be read again, and what this app knows all the same', async () => {
    const { library, service, sync, outbox } = setUp()
    service.add(staging, { id: randomUUID(), opportunities: [{ id: opportunityId }] })
    await sync.now(staging)
    service.onList = failing('SERVICE_FAILED')
    const handlers = opportunitiesHandlers(library, outbox)
    expect(await handlers.markAllSeen({ workspace: staging, id: opportunityId }, context)).toMatchObject({
      unseen: 0,
      rereadError: { code: 'SERVICE_FAILED' },
    })
  })

  test('of an opportunity no insight carries any more, none', async () => {
    const { library, outbox } = setUp()
    const handlers = opportunitiesHandlers(library, outbox)
    expect(await handlers.markAllSeen({ workspace: staging, id: 'unknown' }, context)).toEqual({
      unseen: 0,
      rereadError: null,
    })
  })
})

test('metrics: the register is dated here and told to the page, linking is the outbox’s', async () => {
  const { library, service, outbox, emitted } = setUp()
  const emit = (name: string) => emitted.push(name)
  const handlers = metricsHandlers({ library, outbox, emit, now })
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

  test('opening reads from the service, keeps it, and tells the page', async () => {
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
    '%s is told, and what was kept stays',
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
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'activity-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function activity(file: string | null) {
    const app = setUp()
    const asked: string[] = []
    const getActivity: LibraryApi['getActivity'] = async (input) => {
      return { ...(await app.library.getActivity(input)), body: '{"title":"As sent"}' }
    }
    const handlers = activityHandlers({
      library: { ...app.library, getActivity },
      outbox: app.outbox,
      environments: async () => ['staging'],
      workspaceNames: () => ({ [workspaceKey(staging)]: '=Research' }),
      chooseFile: async (name) => {
        asked.push(name)
        return file
      },
      writeFile: writeWholeFile,
      now,
    })
    return { ...app, handlers, asked }
  }
  const all = { text: '', workspace: null }

  test('a change is told with its request in words', async () => {
    const { handlers, create, outbox } = activity(null)
    await create('Bell')
    await outbox.relateMetric(staging, 'sign ups', 'remove', ['g'], never)
    const { rows } = await handlers.query({ ...all, offset: 0, limit: 10 }, context)
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

  test('what was altered outside of the app is read, whatever it names, and discarded without the outbox', async () => {
    const settled: unknown[] = []
    const app = setUp()
    await app.outbox.relateMetric(staging, 'sign ups', 'remove', ['g'], never)
    const [found] = (await queryMergedActivity(app.library, ['staging'], { ...all, offset: 0, limit: 1 })).rows
    if (found === undefined) throw new Error('There is no change.')
    const error = new AppError('TAMPERED', '').report
    const altered = { ...found, targetId: '', state: 'failed', error, body: null, content: null } as const
    const handlers = activityHandlers({
      library: {
        ...app.library,
        getActivity: async () => altered,
        settleChange: async (settlement) => {
          settled.push(settlement)
          return null
        },
      },
      outbox: app.outbox,
      environments: async () => ['staging'],
      workspaceNames: () => ({}),
      chooseFile: async () => null,
      writeFile: writeWholeFile,
      now,
    })
    const change = { workspace: staging, changeId: 'altered' }
    expect((await handlers.get(change, context)).request).toContain('cannot be part of an address')
    await handlers.discard(change, context)
    const told = { environment: 'staging', changeId: 'altered', state: 'discarded', error, settledAt: now() }
    expect(settled).toEqual([told])
  })

  test.each(['csv', 'json'] as const)('%s is written whole, for its owner only', async (format) => {
    const file = path.join(folder, `activity.${format}`)
    const { handlers, create, asked } = activity(file)
    await create('=1+1')
    await create('Bell')
    expect(await handlers.export({ ...all, format }, context)).toEqual({ saved: true, entries: 2 })
    expect(asked).toEqual([`Discovery Desk activity 2025-06-01.${format}`])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const text = readFileSync(file, 'utf8')
    if (format === 'csv') expect(text).toContain(`"'=1+1"`)
    else {
      const entry = { body: { title: 'As sent' }, content: null, workspaceName: '=Research' }
      expect(JSON.parse(text)).toMatchObject([entry, entry])
    }
  })

  test('cancelled, it writes nothing; a folder that cannot be written to is told as that', async () => {
    const cancelled = activity(null)
    expect(await cancelled.handlers.export({ ...all, format: 'csv' }, context)).toEqual({ saved: false, entries: 0 })
    const nowhere = activity(path.join(folder, 'missing', 'a.csv'))
    const refused = nowhere.handlers.export({ ...all, format: 'csv' }, context)
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
