// Deletions and marking all as seen: sent at once or dropped, and never sent again without the person.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../contract/errors'
import { failing, never, production, setUp, staging } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'

const knowledgeId = randomUUID()
const outcomeId = randomUUID()
const opportunityId = randomUUID()
const stopped = 'The service’s answer wasn’t stored.'

/** A synced workspace with one document, one goal and one opportunity. */
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

  test('records the duration of a rejected request', async () => {
    const { changes, service, library, clock } = await filled()
    service.onSend = async () => {
      clock.leap(40)
      throw new AppError('FORBIDDEN', 'No.')
    }
    await expect(changes[name](staging, id, never)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(library.settled).toMatchObject([{ state: 'discarded', requestMs: 40 }])
  })

  test.each(['CONNECTION_REFUSED', 'UNAUTHENTICATED', 'RATE_LIMITED', 'REFUSED', 'FORBIDDEN'] as const)(
    'throws %s, drops the change and sends nothing later',
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

  test('is dropped without review in the next run if the library was down when it failed', async () => {
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

  test('throws WORKSPACE_UNKNOWN and journals nothing when the workspace is not set up', async () => {
    const { changes, states } = setUp({ findTarget: failing('WORKSPACE_UNKNOWN') })
    await expect(changes[name](staging, id, never)).rejects.toMatchObject({ code: 'WORKSPACE_UNKNOWN' })
    expect(await states()).toEqual([])
  })

  const lost: readonly ErrorCode[] = ['CONNECTION_LOST', 'TIMEOUT', 'SERVICE_FAILED', 'NOT_THE_SERVICE']
  test.each(lost)(
    'throws with an unknown outcome on %s and reconciles the change as done when it had arrived',
    async (code) => {
      const { changes, service, states, library, isThere } = await filled()
      service.onSend = async (arrive) => {
        arrive()
        throw new AppError(code, 'It failed.')
      }
      await expect(changes[name](staging, id, never)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(/^We don’t know yet whether this went through\. Refreshing the list\.$/),
        report: { retryable: false },
      })
      await settle()
      await settle()
      expect(library.settled).toMatchObject([{ kind: name, state: 'done' }])
      expect(await isThere[name]()).toBe(false)
      expect(service.requests).toHaveLength(1)
      expect(await states()).toEqual([])
    },
  )

  test.each(lost)(
    'reconciles the change as discarded after %s, without resending it, when it had not arrived',
    async (code) => {
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
    },
  )

  test('ends with a reason when it arrived, its answer was lost, and the list has an unreadable item', async () => {
    const { changes, service, library } = await filled()
    const { streamList } = service.client
    Object.assign(service.client, {
      streamList: async (_: unknown, __: unknown, { onBytes }: Parameters<typeof streamList>[2]) => {
        await onBytes(new TextEncoder().encode('{"data":[{}]}'))
        return { state: 'read', validators: null }
      },
    })
    service.onSend = async (arrive) => {
      arrive()
      throw new AppError('CONNECTION_LOST', 'It failed.')
    }
    await expect(changes[name](staging, id, never)).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
    await settle()
    await settle()
    expect(library.settled).toMatchObject([
      { state: 'discarded', error: { message: expect.stringContaining('can’t check whether this went through') } },
    ])
  })

  test.each([
    ['when it had arrived', true, { state: 'done', error: null }],
    [
      'with the reason when it had not',
      false,
      { state: 'discarded', error: { code: 'INTERRUPTED', message: stopped } },
    ],
  ])('is reconciled in the next run when the app quits while it is in flight, %s', async (_, hasArrived, outcome) => {
    const { changes, service, restart, states, sync, library } = await filled()
    service.onSend = (arrive) => {
      if (hasArrived) arrive()
      return new Promise(() => {})
    }
    void changes[name](staging, id, never)
    await settle()
    sync.closeShown()
    const next = restart()
    await next.changes.recover('staging')
    expect(await states()).toEqual(['unknown'])
    next.sync.open(staging)
    await settle()
    await settle()
    expect(library.settled).toMatchObject([{ kind: name, ...outcome }])
    expect(service.requests).toHaveLength(hasArrived ? 1 : 0)
  })

  test.each([
    ['', false],
    [', also while the environment is locked', true],
  ])('is dropped with the reason in the next run when the app quits before sending it%s', async (_, isLocked) => {
    const { library, restart, service } = await filled({ isLocked: () => isLocked })
    const change = { kind: name, targetId: id, body: null, workspace: staging, changeId: 'c', createdAt: '2025' }
    await library.addChange(change)
    const next = restart()
    await next.changes.recover('staging')
    await next.sync.now(staging)
    await settle()
    const error = { code: 'INTERRUPTED', message: 'It wasn’t sent.' }
    expect(library.settled).toMatchObject([{ kind: name, state: 'discarded', error }])
    expect(service.requests).toEqual([])
  })

  test('throws CANCELLED and journals nothing when aborted before sending', async () => {
    const { changes, service, states } = await filled()
    await expect(changes[name](staging, id, AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(service.requests).toEqual([])
    expect(await states()).toEqual([])
  })

  test('is not sent when the journal cannot store it', async () => {
    const { changes, library, service } = await filled()
    library.addChange = failing('DISK_FULL')
    await expect(changes[name](staging, id, never)).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(service.requests).toEqual([])
  })

  test('throws ENVIRONMENT_LOCKED before anything is journalled', async () => {
    const { changes, states, library } = setUp({ isLocked: () => true })
    await expect(changes[name](production, id, never)).rejects.toMatchObject({ code: 'ENVIRONMENT_LOCKED' })
    expect(await states('production')).toEqual([])
    expect(library.settled).toEqual([])
  })

  test.each(['.', '..'])(
    'throws INVALID_INPUT for the id %s, which no URL can carry, before anything is sent',
    async (bad) => {
      const { changes, library, service } = await filled()
      await expect(changes[name](staging, bad, never)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      expect(library.settled).toEqual([])
      expect(service.requests).toEqual([])
    },
  )

  test('retry reconciles an unknown outcome and sends nothing', async () => {
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

test.each(['deleteKnowledge', 'deleteOutcome'] as const)('%s is done when the record is already gone', async (name) => {
  const { changes, library } = await filled()
  expect(await changes[name](staging, randomUUID(), never)).toEqual({ state: 'already-gone' })
  expect(library.settled).toMatchObject([{ kind: name, state: 'done' }])
  const id = name === 'deleteKnowledge' ? knowledgeId : outcomeId
  expect(await changes[name](staging, id, never)).toEqual({ state: 'deleted' })
})

test('markAllSeen throws NOT_FOUND for an opportunity that the service does not know', async () => {
  const { changes, service } = await filled()
  service.onSend = failing('NOT_FOUND')
  await expect(changes.markAllSeen(staging, opportunityId, never)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('markAllSeen resolves only after the insights have been fetched again', async () => {
  const { changes, service, library } = await filled()
  const { onList } = service
  const requests: string[] = []
  service.onList = async (arrive, list) => {
    requests.push(list)
    await onList(arrive, list)
  }
  service.onSend = async (arrive) => {
    arrive()
    requests.push('markAllSeen')
    service.add(staging, { id: randomUUID(), opportunities: [{ id: opportunityId }] })
    return null
  }
  expect(await changes.markAllSeen(staging, opportunityId, never)).toBeNull()
  expect(requests).toEqual(['markAllSeen', 'listInsights', 'listKnowledge'])
  expect(await library.previewMarkAllSeen({ workspace: staging, id: opportunityId })).toMatchObject({ unseen: 1 })
})

test('markAllSeen resolves with the error when the list fails or the service has asked for a pause', async () => {
  const { changes, service } = await filled()
  const { onList } = service
  service.onList = failing('RATE_LIMITED', { retryAfterMs: 60_000 })
  expect(await changes.markAllSeen(staging, opportunityId, never)).toMatchObject({ code: 'RATE_LIMITED' })
  service.onList = onList
  expect(await changes.markAllSeen(staging, opportunityId, never)).toMatchObject({ code: 'RATE_LIMITED' })
})

test('markAllSeen resolves with null when only the knowledge list fails', async () => {
  const { changes, service } = await filled()
  const { onList } = service
  service.onList = async (arrive, list) => (list === 'listKnowledge' ? failing('FORBIDDEN')() : onList(arrive, list))
  expect(await changes.markAllSeen(staging, opportunityId, never)).toBeNull()
})

test('discards a goal deletion with an unknown outcome, giving a reason, when no insight had the goal', async () => {
  const { changes, service, library } = await filled()
  service.onSend = failing('TIMEOUT')
  await expect(changes.deleteOutcome(staging, randomUUID(), never)).rejects.toMatchObject({ code: 'TIMEOUT' })
  await settle()
  await settle()
  expect(library.settled).toMatchObject([
    {
      state: 'discarded',
      // Nothing is kept that could be sent again.
      error: { code: 'TIMEOUT', message: 'We can’t check whether this went through. It’s safe to try again.' },
    },
  ])
})

test('keeps a deletion unknown while the list that reconciles it cannot be read, without polling that list', async () => {
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

test('throws RATE_LIMITED without sending during a pause that the service asked for', async () => {
  const { changes, service, create } = await filled()
  service.onCreate = failing('RATE_LIMITED', { retryAfterMs: 60_000 })
  await create('x')
  await expect(changes.deleteKnowledge(staging, knowledgeId, never)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(service.requests).toEqual([])
})

test('discards markAllSeen with an unknown outcome, giving a reason, when no list has the opportunity', async () => {
  const { changes, service, sync, library, states } = setUp()
  service.onSend = failing('CONNECTION_LOST')
  await expect(changes.markAllSeen(staging, randomUUID(), never)).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
  await sync.now(staging)
  await settle()
  expect(await states()).toEqual([])
  expect(library.settled).toMatchObject([{ kind: 'markAllSeen', state: 'discarded' }])
  expect(library.settled[0]?.error?.message).toContain('can’t check whether this went through')
})

test('records the service’s pause as the reason for a deletion dropped during it', async () => {
  const { create, changes, service, library } = setUp()
  service.onCreate = failing('RATE_LIMITED', { retryAfterMs: 60_000, retryable: true })
  await create('x')
  await expect(changes.deleteKnowledge(staging, 'k1', never)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(library.settled).toMatchObject([{ state: 'discarded', error: { code: 'RATE_LIMITED' } }])
})
