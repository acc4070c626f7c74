// Lists that are asked for with validators: a list that the service calls unchanged is neither sent nor read again. The
// service is never believed where the data here is not the answer it means.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListValidators } from '../../contract/library'
import { startFaultyServer } from '../../sandbox/testing/faulty-server'
import { startSandbox } from '../../sandbox/testing/start-sandbox'
import { buildLibraryProgram, type LibraryProgram } from '../testing/library-process'
import { startRealParts } from '../testing/real-parts'
import { answers, here, idOf, setUp } from '../testing/sync-setting'

const validators: ListValidators = { url: 'u', etag: '"1"', lastModified: null, readAt: '2025-01-01T00:00:00.000Z' }
const read = { state: 'read', validators } as const
const unchanged = { state: 'unchanged' } as const

describe('consecutive syncs', () => {
  test('sends the last answer’s validators, and tells the page nothing when the list is unchanged', async () => {
    const { sync, library, service, clock, emitted } = setUp(answers('a'))
    service.answer = read
    await sync.now(here)
    await clock.advance(60_000)
    const asked: unknown[] = []
    service.stream = async (_, { known }) => void asked.push(known)
    service.knowledge = service.stream
    service.answer = unchanged
    emitted.length = 0
    expect(await sync.now(here)).toMatchObject({ state: 'synced', syncedAt: '2025-01-01T00:01:00.000Z' })
    expect(asked).toEqual([validators, validators])
    expect(await library.insightTitles(here)).toEqual(['a'])
    expect(library.openSyncs()).toBe(0)
    expect(emitted).not.toContain('library.changed')
  })

  test('tells the page nothing when the same bytes are sent again, and everything when other bytes are', async () => {
    const { sync, service, clock, emitted, runs } = setUp(answers('a'))
    await sync.now(here)
    await clock.advance(60_000)
    emitted.length = 0
    expect(await sync.now(here)).toMatchObject({ state: 'synced', syncedAt: '2025-01-01T00:01:00.000Z' })
    expect(runs.at(-1)?.lists).toEqual([
      { resource: 'insights', items: 1 },
      { resource: 'knowledge', items: 0 },
    ])
    expect(emitted).not.toContain('library.changed')
    service.stream = answers('a', 'b')
    await sync.now(here)
    expect(emitted.filter((name) => name === 'library.changed')).toHaveLength(1)
  })

  test('reads the whole list when it changed locally during the request', async () => {
    const { sync, library, service } = setUp(answers('a'))
    service.answer = read
    await sync.now(here)
    const createMine = async () => {
      const [changeId, targetId] = [randomUUID(), idOf('mine')]
      const body = {
        type: 'Bug',
        title: 'mine',
        description: 'd',
        ...{ organisationId: 'o', workspaceId: 'w' },
      } as const
      const change = { kind: 'createInsight', changeId, targetId, body } as const
      await library.addChange({ ...change, workspace: here, createdAt: '2025-01-01T00:00:00.000Z' })
      const done = { version: null, state: 'done', insight: null, settledAt: '2025-01-01T00:00:00.000Z' } as const
      await library.settleChange({ environment: here.environment, changeId, ...done })
    }
    const asked: unknown[] = []
    service.stream = async (_, { known, onBytes }) => {
      asked.push(known)
      if (known) await createMine()
      service.answer = known ? unchanged : read
      if (!known) await answers('a', 'mine')(_, { onBytes })
    }
    expect(await sync.now(here)).toMatchObject({ state: 'synced' })
    expect(asked).toEqual([validators, null])
    expect(await library.insightTitles(here)).toEqual(['a', 'mine'])
    expect(library.openSyncs()).toBe(0)
  })
})

describe('over HTTP, into a library file', () => {
  let program: LibraryProgram
  beforeAll(async () => {
    program = await buildLibraryProgram()
  })
  afterAll(() => program.remove())

  test('does not download an unchanged list again, even after the library process is killed', async () => {
    const sandbox = await startSandbox({ hasValidators: true })
    const recording = await startFaultyServer({ upstream: sandbox.baseUrl })
    const parts = await startRealParts(program, { ...sandbox, baseUrl: recording.baseUrl })
    try {
      const { workspace, library } = parts
      const lists = async () => {
        recording.reset()
        expect(await parts.wire().sync.now(workspace)).toMatchObject({ state: 'synced', error: null })
        return recording.requests.map(({ headers }) => headers['if-none-match'] !== undefined)
      }
      expect(await lists()).toEqual([false, false])
      const first = await library.lastSync({ workspace, resource: 'insights' })
      expect(await lists()).toEqual([true, true])
      const second = await library.lastSync({ workspace, resource: 'insights' })
      expect(second).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: first?.added })
      expect(second?.syncedAt).not.toBe(first?.syncedAt)
      await program.crash()
      expect(await lists()).toEqual([true, true])

      const { changes } = parts.wire()
      const insight = { type: 'Bug', title: `Squeaks ${randomUUID()}`, description: 'd' } as const
      const { insightId, state } = await changes.createInsight(workspace, insight, new AbortController().signal)
      expect(state).toBe('done')
      // An insight that was created here is no part of the answer that the service would compare with.
      expect(await lists()).toEqual([false, true])
      expect(await library.getInsight({ workspace, id: insightId })).toMatchObject({ title: insight.title })
      expect(await lists()).toEqual([true, true])
    } finally {
      await parts.end()
      await recording.close()
      await sandbox.close().catch(() => undefined)
    }
  })
})
