// Deleting, and marking all as seen: made at once or not at all, and never a second time by themselves.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../contract/errors'
import { failing, never, production, setUp, staging } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'

const knowledgeId = randomUUID()
const outcomeId = randomUUID()
const opportunityId = randomUUID()

/** A workspace with one of each, as it stands after a sync. */
async function filled(options?: Parameters<typeof setUp>[0]) {
  const app = setUp(options)
  const { service, sync, library } = app
  service.knowledge(staging).push({ id: knowledgeId, title: 'Old manual' })
  service.add(staging, { id: randomUUID(), outcomes: [{ id: outcomeId }], opportunities: [{ id: opportunityId }] })
  service.add(staging, { id: randomUUID(), opportunities: [{ id: opportunityId }] })
  await sync.now(staging)
  const exists = (record: Promise<unknown>) =>
    record.then(
      () => true,
      () => false,
    )
  const isThere = {
    deleteKnowledge: () => exists(library.getKnowledge({ workspace: staging, id: knowledgeId })),
    deleteOutcome: () => exists(library.getOutcome({ workspace: staging, id: outcomeId })),
    markAllSeen: async () => (await library.previewMarkAllSeen({ workspace: staging, id: opportunityId })).unseen > 0,
  }
  return { ...app, isThere }
}

const commands = [
  ['deleteKnowledge', knowledgeId],
  ['deleteOutcome', outcomeId],
  ['markAllSeen', opportunityId],
] as const

describe.each(commands)('%s', (name, id) => {
  test('is journalled before it is sent, sent once, and settled', async () => {
    const { changes, service, states, library, isThere } = await filled()
    let stateWhileSending: string[] = []
    service.onSend = async (arrive) => {
      stateWhileSending = await states()
      return arrive()
    }
    await changes[name](staging, id, never)
    expect(stateWhileSending).toEqual(['sending'])
    expect(service.requests).toHaveLength(1)
    expect(library.settled).toMatchObject([{ kind: name, targetId: id, state: 'done', error: null }])
    expect(await isThere[name]()).toBe(false)
    expect(await states()).toEqual([])
  })

  test.each(['CONNECTION_REFUSED', 'UNAUTHENTICATED', 'RATE_LIMITED', 'REFUSED', 'FORBIDDEN'] as const)(
    '%s: thrown, over, and not sent later',
    async (code) => {
      const { changes, service, states, library, sync, clock, isThere } = await filled()
      service.onSend = failing(code)
      await expect(changes[name](staging, id, never)).rejects.toMatchObject({ code })
      expect(library.settled).toMatchObject([{ state: 'discarded', error: { code } }])
      service.onSend = async (arrive) => arrive()
      await sync.now(staging)
      await clock.advance(600_000)
      expect(service.requests).toEqual([])
      expect(await states()).toEqual([])
      expect(await isThere[name]()).toBe(true)
    },
  )

  test('over while the library was down: nothing of it is left in a later run, or asked about', async () => {
    const { changes, service, states, library, restart } = await filled()
    const { settleChange } = library
    service.onSend = failing('CONNECTION_REFUSED')
    library.settleChange = failing('LIBRARY_UNAVAILABLE')
    await expect(changes[name](staging, id, never)).rejects.toMatchObject({ code: 'CONNECTION_REFUSED' })
    library.settleChange = settleChange
    expect(await states()).toEqual(['waiting'])
    const next = restart()
    await next.changes.recover('staging')
    await settle()
    expect(await states()).toEqual([])
    expect(library.settled).toMatchObject([{ kind: name, state: 'discarded' }])
  })

  test('a place that is not set up: thrown, and nothing is kept', async () => {
    const { changes, states } = setUp({ findTarget: failing('WORKSPACE_UNKNOWN') })
    await expect(changes[name](staging, id, never)).rejects.toMatchObject({ code: 'WORKSPACE_UNKNOWN' })
    expect(await states()).toEqual([])
  })

  const lost: readonly ErrorCode[] = ['CONNECTION_LOST', 'TIMEOUT', 'SERVICE_FAILED', 'NOT_THE_SERVICE']
  test.each(lost)('%s after it arrived: told as not known, and found out to be done', async (code) => {
    const { changes, service, states, library, isThere } = await filled()
    service.onSend = async (arrive) => {
      arrive()
      throw new AppError(code, 'It failed.')
    }
    await expect(changes[name](staging, id, never)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/^It is not known whether .* arrived\. The list is being read again\.$/),
      report: { retryable: false },
    })
    await settle()
    await settle()
    expect(library.settled).toMatchObject([{ kind: name, state: 'done' }])
    expect(await isThere[name]()).toBe(false)
    expect(service.requests).toHaveLength(1)
    expect(await states()).toEqual([])
  })

  test.each(lost)('%s before it arrived: found out to be not done, and left at that', async (code) => {
    const { changes, service, states, library, isThere, clock } = await filled()
    service.onSend = failing(code)
    await expect(changes[name](staging, id, never)).rejects.toMatchObject({ code })
    await settle()
    service.onSend = async (arrive) => arrive()
    await clock.advance(600_000)
    expect(library.settled).toMatchObject([{ kind: name, state: 'discarded', error: { code } }])
    expect(await isThere[name]()).toBe(true)
    expect(service.requests).toEqual([])
    expect(await states()).toEqual([])
  })

  test('what was on its way when the app ended is found out at the next start', async () => {
    const { changes, service, restart, states, sync, library } = await filled()
    service.onSend = (arrive) => {
      arrive()
      return new Promise(() => {})
    }
    void changes[name](staging, id, never)
    await settle()
    sync.leave()
    const next = restart()
    await next.changes.recover('staging')
    expect(await states()).toEqual(['unknown'])
    next.sync.open(staging)
    await settle()
    await settle()
    expect(library.settled).toMatchObject([{ kind: name, state: 'done' }])
    expect(service.requests).toHaveLength(1)
  })

  test('one that was journalled and not sent when the app ended is dropped', async () => {
    const { library, restart, service } = await filled()
    const change = { kind: name, targetId: id, body: null, workspace: staging, changeId: 'c', createdAt: '2025' }
    await library.addChange(change)
    const next = restart()
    await next.changes.recover('staging')
    await next.sync.now(staging)
    await settle()
    expect(library.settled).toMatchObject([{ kind: name, state: 'discarded' }])
    expect(service.requests).toEqual([])
  })

  test('stopped in time it leaves nothing behind', async () => {
    const { changes, service, states } = await filled()
    await expect(changes[name](staging, id, AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(service.requests).toEqual([])
    expect(await states()).toEqual([])
  })

  test('a journal that cannot keep it stops it before it is sent', async () => {
    const { changes, library, service } = await filled()
    library.addChange = failing('DISK_FULL')
    await expect(changes[name](staging, id, never)).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(service.requests).toEqual([])
  })

  test('a locked environment refuses it before it is journalled', async () => {
    const { changes, states, library } = setUp({ isLocked: () => true })
    await expect(changes[name](production, id, never)).rejects.toMatchObject({ code: 'ENVIRONMENT_LOCKED' })
    expect(await states('production')).toEqual([])
    expect(library.settled).toEqual([])
  })

  test.each(['.', '..'])('the id %s, which no address can carry, is refused before it is journalled', async (bad) => {
    const { changes, library, service } = await filled()
    await expect(changes[name](staging, bad, never)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(library.settled).toEqual([])
    expect(service.requests).toEqual([])
  })

  test('the word to try again only looks, and does not send', async () => {
    const { changes, service, journal, sync, library } = await filled()
    const { onList } = service
    service.onSend = failing('CONNECTION_LOST')
    service.onList = failing('CONNECTION_REFUSED')
    await expect(changes[name](staging, id, never)).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
    await settle()
    const [entry] = await journal()
    expect(entry).toMatchObject({ state: 'unknown' })
    service.onList = onList
    service.onSend = async (arrive) => arrive()
    await changes.retry(staging, entry?.changeId ?? '')
    await sync.now(staging)
    await settle()
    expect(service.requests).toEqual([])
    expect(library.settled).toMatchObject([{ state: 'discarded' }])
  })
})

test.each(['deleteKnowledge', 'deleteOutcome'] as const)('%s of what is gone already is done', async (name) => {
  const { changes, library } = await filled()
  expect(await changes[name](staging, randomUUID(), never)).toEqual({ state: 'already-gone' })
  expect(library.settled).toMatchObject([{ kind: name, state: 'done' }])
  const id = name === 'deleteKnowledge' ? knowledgeId : outcomeId
  expect(await changes[name](staging, id, never)).toEqual({ state: 'deleted' })
})

test('marking an opportunity that the service does not know is a refusal', async () => {
  const { changes, service } = await filled()
  service.onSend = failing('NOT_FOUND')
  await expect(changes.markAllSeen(staging, opportunityId, never)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('marking resolves only after the insights were read again', async () => {
  const { changes, service, library } = await filled()
  const { onList } = service
  const asked: string[] = []
  service.onList = async (arrive, list) => {
    asked.push(list)
    await onList(arrive, list)
  }
  service.onSend = async (arrive) => {
    arrive()
    asked.push('markAllSeen')
    service.add(staging, { id: randomUUID(), opportunities: [{ id: opportunityId }] })
    return null
  }
  expect(await changes.markAllSeen(staging, opportunityId, never)).toBeNull()
  expect(asked).toEqual(['markAllSeen', 'listInsights', 'listKnowledge'])
  expect(await library.previewMarkAllSeen({ workspace: staging, id: opportunityId })).toMatchObject({ unseen: 1 })
})

test('marking that is followed by no list says so: a list that fails, and a service that wants a pause', async () => {
  const { changes, service } = await filled()
  const { onList } = service
  service.onList = failing('RATE_LIMITED', { retryAfterMs: 60_000 })
  expect(await changes.markAllSeen(staging, opportunityId, never)).toMatchObject({ code: 'RATE_LIMITED' })
  service.onList = onList
  expect(await changes.markAllSeen(staging, opportunityId, never)).toMatchObject({ code: 'RATE_LIMITED' })
})

test('marking is followed by the list although the other list fails', async () => {
  const { changes, service } = await filled()
  const { onList } = service
  service.onList = async (arrive, list) => (list === 'listKnowledge' ? failing('FORBIDDEN')() : onList(arrive, list))
  expect(await changes.markAllSeen(staging, opportunityId, never)).toBeNull()
})

test('a goal that no insight carried cannot be looked for, and that is what is said', async () => {
  const { changes, service, library } = await filled()
  service.onSend = failing('TIMEOUT')
  await expect(changes.deleteOutcome(staging, randomUUID(), never)).rejects.toMatchObject({ code: 'TIMEOUT' })
  await settle()
  await settle()
  expect(library.settled).toMatchObject([
    { state: 'discarded', error: { code: 'TIMEOUT', message: expect.stringContaining('cannot be found out') } },
  ])
})

test('while the list that tells cannot be read it stays unknown, without asking for it over and over', async () => {
  const { changes, service, states, sync, clock } = await filled()
  const { onList } = service
  let lists = 0
  service.onList = async (arrive, list) => {
    if (list === 'listInsights') return onList(arrive, list)
    lists += 1
    throw new AppError('FORBIDDEN', 'Not this list.')
  }
  service.onSend = failing('CONNECTION_LOST')
  await expect(changes.deleteKnowledge(staging, knowledgeId, never)).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
  await clock.advance(600_000)
  expect(await states()).toEqual(['unknown'])
  expect(lists).toBeLessThan(5)
  service.onList = onList
  await sync.now(staging)
  await settle()
  expect(await states()).toEqual([])
})

test('a pause that the service asked for is told instead of sending', async () => {
  const { changes, service, create } = await filled()
  service.onCreate = failing('RATE_LIMITED', { retryAfterMs: 60_000 })
  await create('x')
  await expect(changes.deleteKnowledge(staging, knowledgeId, never)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(service.requests).toEqual([])
})

test('marking whose answer was lost, of an opportunity that no list has, does not count as done', async () => {
  const { changes, service, sync, library, states } = setUp()
  service.onSend = failing('CONNECTION_LOST')
  await expect(changes.markAllSeen(staging, randomUUID(), never)).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
  await sync.now(staging)
  await settle()
  expect(await states()).toEqual([])
  expect(library.settled).toMatchObject([{ kind: 'markAllSeen', state: 'discarded' }])
  expect(library.settled[0]?.error?.message).toContain('cannot be found out')
})
