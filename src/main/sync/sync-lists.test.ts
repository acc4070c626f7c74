// One sync reads two lists. The fate of the second never touches the first.
import { expect, test } from 'vitest'
import { createManualClock, settle } from '../testing/manual-clock'
import { answers, fails, held, here, list, setUp, there } from '../testing/sync-setting'
import { createTestLibrary } from '../testing/test-library'
import { runSync } from './sync-run'

test('reads insights, then knowledge, and reports both lists when finished', async () => {
  const { sync, library, service, after } = setUp(answers('a'))
  service.knowledge = answers('k1', 'k2')
  expect(await sync.now(here)).toMatchObject({ state: 'synced', error: null })
  expect(await library.knowledgeTitles(here)).toEqual(['k1', 'k2'])
  expect(await library.insightTitles(here)).toEqual(['a'])
  expect(after).toMatchObject([{ finished: { lists: ['insights', 'knowledge'] } }])
})

test('tells the page which features a list affects, once it is stored and before the next is requested', async () => {
  const steps: unknown[] = []
  const library = createTestLibrary()
  const { commitSync } = library
  library.commitSync = async (input) => {
    const stored = await commitSync(input)
    steps.push('stored')
    return stored
  }
  const { signal } = new AbortController()
  await runSync(
    {
      client: {
        async streamList(_, name, { onBytes }) {
          steps.push(name)
          await onBytes(list('a'))
          return { state: 'read', validators: null }
        },
      },
      findTarget: async (workspace) => ({ workspace, baseAddress: 'https://x', token: 't', relationships: null }),
      ...{ library, clock: createManualClock(), log: { defect: () => 'abc' } },
      emit: (name, payload) => void steps.push([name, payload]),
    },
    here,
    { signal, closing: signal },
  )
  const related = ['opportunities', 'outcomes', 'solutions', 'feedback', 'search', 'triage', 'activity'] as const
  const ofInsights = expect.arrayContaining(['insights', ...related])
  expect(steps).toEqual([
    ...['listInsights', 'stored', ['library.changed', { workspace: here, features: ofInsights }]],
    ...['listKnowledge', 'stored', ['library.changed', { workspace: here, features: ['knowledge', 'search'] }]],
  ])
})

test('keeps the insights when knowledge fails, reports the failure, and retries', async () => {
  const { sync, library, service, after, clock } = setUp(answers('a'))
  service.knowledge = fails('SERVICE_FAILED')
  sync.open(here)
  await settle()
  expect(await library.insightTitles(here)).toEqual(['a'])
  expect(await sync.status(here)).toMatchObject({ state: 'failed', error: { code: 'SERVICE_FAILED' } })
  expect(after).toMatchObject([{ finished: { lists: ['insights'] } }])
  expect(library.openSyncs()).toBe(0)
  service.knowledge = answers('k1')
  await clock.advance(1_000)
  expect(await sync.status(here)).toMatchObject({ state: 'synced', error: null })
  expect(await library.knowledgeTitles(here)).toEqual(['k1'])
})

test.each(['TIMEOUT', 'CONNECTION_LOST'] as const)(
  'a knowledge list that ends with %s is a failure of the service, and the insights are not read again all the time',
  async (code) => {
    const { sync, service, clock } = setUp(answers('a'))
    let asked = 0
    service.knowledge = async (...request) => {
      asked += 1
      return fails(code)(...request)
    }
    sync.open(here)
    await settle()
    expect(await sync.status(here)).toMatchObject({ state: 'failed', error: { code: 'SERVICE_FAILED' } })
    await clock.advance(240_000)
    expect(asked).toBe(5)
    service.knowledge = fails('NAME_NOT_FOUND')
    expect(await sync.now(here)).toMatchObject({ state: 'offline' })
  },
)

test('does not request knowledge when the insights fail', async () => {
  const { sync, service, after } = setUp(fails('FORBIDDEN'))
  let asked = 0
  service.knowledge = async () => {
    asked += 1
  }
  expect(await sync.now(here)).toMatchObject({ state: 'failed' })
  expect(asked).toBe(0)
  expect(after).toEqual([])
})

test('reports the age of the older list, and the quarantined items and unknown fields of both', async () => {
  const { sync, service, clock, library } = setUp(answers('a'))
  await sync.now(here)
  await clock.advance(60_000)
  service.knowledge = fails('CONNECTION_LOST')
  expect(await sync.now(here)).toMatchObject({ state: 'failed', syncedAt: '2025-01-01T00:00:00.000Z' })
  const { lastSync } = library
  library.lastSync = async (input) => {
    const record = await lastSync(input)
    const unreadableBecause = ['id: invalid_type', `${input.resource}: too_big`]
    return (
      record && {
        ...record,
        quarantined: 2,
        unreadableBecause,
        unknownFields: ['Insight.x', `${input.resource}.y`],
      }
    )
  }
  expect(await sync.status(here)).toMatchObject({
    quarantined: 4,
    unreadableBecause: ['id: invalid_type', 'insights: too_big', 'knowledge: too_big'],
    unknownFields: ['Insight.x', 'insights.y', 'knowledge.y'],
  })
})

test('drops knowledge that arrives after its workspace was closed', async () => {
  const { sync, library, service } = setUp(answers('a'))
  const { stream, calls } = held()
  service.knowledge = stream
  sync.open(here)
  await settle()
  service.knowledge = answers('k2')
  sync.close(here)
  sync.open(there)
  await settle()
  await calls[0]?.options.onBytes(list('k1')).catch(() => undefined)
  await settle()
  expect(await library.knowledgeTitles(here)).toEqual([])
  expect(await library.knowledgeTitles(there)).toEqual(['k2'])
})

test('stops syncs and timers of an environment that is forgotten', async () => {
  const { stream } = held()
  const { sync, library, clock, service } = setUp(fails('CONNECTION_REFUSED'))
  sync.open(here)
  await settle()
  expect(sync.isOpen(here)).toBe(true)
  service.stream = stream
  await clock.advance(1_000)
  expect(library.openSyncs()).toBe(1)
  await sync.forget('production')
  expect(library.openSyncs()).toBe(1)
  await sync.forget('staging')
  expect(library.openSyncs()).toBe(0)
  expect(clock.waits()).toEqual([])
  expect(sync.isOpen(here)).toBe(false)
  expect(await sync.status(here)).toMatchObject({ state: 'never', error: null })
})
