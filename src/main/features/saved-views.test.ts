import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { appApi } from '../../contract/app'
import { AppError } from '../../contract/errors'
import { InsightFilter } from '../../contract/features/insights'
import { defaultViews, type SavedFilter, type SavedView } from '../../contract/features/saved-views'
import { createDispatch } from '../ipc/dispatch'
import type { Handlers } from '../ipc/handlers'
import { setUp, staging } from '../testing/changes-setting'
import { savedViewsHandlers } from './saved-views'

const workspace = staging

function start() {
  const app = setUp()
  const { library, emit } = app
  const dispatch = createDispatch({
    handlers: { savedViews: savedViewsHandlers({ library, emit }) } as Handlers,
    assertUnlocked() {
      throw new AppError('ENVIRONMENT_LOCKED', 'Locked.')
    },
    log: { defect: (_, defect) => String(defect) },
  })
  const call = (method: keyof typeof appApi.savedViews, input: object = {}) =>
    dispatch.run(1, { name: `savedViews.${method}`, callId: method, input: { workspace, ...input } })
  return { ...app, call }
}

const view = (id: string, filter: SavedFilter): SavedView => ({
  ...{ id, name: id, address: '', columns: null, isPinned: true, filter },
})
const everything = { text: '', relatedTo: null } as const

test('counts the rows of each view, for every list in one call, while editing is locked', async () => {
  const { call, library, service, sync } = start()
  const goal = { id: randomUUID(), title: 'Range' }
  // The service of this setting lists neither.
  library.querySolutions = async () => ({ rows: [], total: 7, all: 9 })
  library.queryFeedback = async () => ({ rows: [], total: 5, all: 9 })
  service.knowledge(workspace).push({ id: randomUUID(), title: 'Manual' })
  service.add(workspace, {
    ...{ id: randomUUID(), seen: false, outcomes: [goal], opportunities: [{ id: randomUUID() }] },
  })
  service.add(workspace, { id: randomUUID(), seen: true, outcomes: [goal] })
  sync.open(workspace)
  await sync.now(workspace)
  const filters: readonly SavedFilter[] = [
    { list: 'insights', filter: InsightFilter.parse({}) },
    { list: 'news', text: '', kinds: [] },
    { list: 'opportunities', ...everything, statuses: [] },
    { list: 'goals', ...everything },
    { list: 'solutions', ...everything, statuses: [], horizons: [] },
    { list: 'feedback', ...everything, sources: [], sentiments: [], months: [] },
    { list: 'knowledge', ...everything, states: [null], sources: [] },
  ]
  for (const filter of filters) {
    expect(await call('save', { view: view(filter.list, filter) })).toEqual({ ok: true, value: null })
  }
  expect(await call('counts')).toEqual({
    ok: true,
    value: {
      ...{ 'unseen-strongest': 1, 'no-opportunity': 1, rising: 0 },
      ...{ insights: 2, news: 0, opportunities: 1, goals: 1, solutions: 7, feedback: 5, knowledge: 1 },
    },
  })
})

test('does not count a reviewed insight as unseen, like the badge', async () => {
  const { call, library, service, sync } = start()
  const id = randomUUID()
  service.add(workspace, { id, seen: false })
  sync.open(workspace)
  await sync.now(workspace)
  expect(await call('counts')).toMatchObject({ value: { 'unseen-strongest': 1 } })
  await library.decideTriage({ workspace, kind: 'insight', id, decision: { status: 'reviewed' }, decidedAt: 'now' })
  expect(await call('counts')).toMatchObject({ value: { 'unseen-strongest': 0 } })
})

test('has no call in the contract that changes the service', () => {
  expect(Object.values(appApi.savedViews).filter(({ changesService }) => changesService)).toEqual([])
})

test('refuses a name that is taken, with an error on its field, and an invalid view', async () => {
  const { call } = start()
  expect(await call('list')).toEqual({ ok: true, value: defaultViews })
  const named = (name: string) => ({ view: { ...view('a', defaultViews[0]?.filter as SavedFilter), name } })
  const refused = { ok: false, error: { code: 'INVALID_INPUT', fields: [{ path: ['name'] }] } }
  expect(await call('save', named('Rising'))).toMatchObject(refused)
  const invalid = { ok: false, error: { code: 'INVALID_INPUT' } }
  expect(await call('save', named(' '))).toMatchObject(invalid)
  expect(await call('save', { view: { ...view('a', { list: 'elsewhere' } as never) } })).toMatchObject(invalid)
  expect(await call('save', { view: { ...named('x').view, id: '../a' } })).toMatchObject(invalid)
})
