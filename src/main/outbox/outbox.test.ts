import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError, type ErrorCode, type ErrorReport } from '../../contract/errors'
import type { InsightInput } from '../../contract/features/insights'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import type { FindTarget } from '../service/service-client'
import { createManualClock, settle } from '../testing/manual-clock'
import { createMemoryLibrary } from '../testing/memory-library'
import { playService } from '../testing/played-service'
import { wireOutbox } from '../testing/wire-outbox'

const organisationId = randomUUID()
const staging: WorkspaceRef = { environment: 'staging', organisationId, workspaceId: randomUUID() }
const production: WorkspaceRef = { ...staging, environment: 'production' }
const never = new AbortController().signal
const typed = (title: string): InsightInput => ({ type: 'Bug', title, description: 'It breaks.' })
const failing =
  (code: ErrorCode, details: Partial<ErrorReport> = {}) =>
  async () => {
    throw new AppError(code, 'It failed.', details)
  }

function setUp({
  isLocked = (_: EnvironmentName): boolean => false,
  findTarget = undefined as FindTarget | undefined,
} = {}) {
  const library = createMemoryLibrary()
  const clock = createManualClock()
  const service = playService()
  const emitted: string[] = []
  const wiring = {
    client: service.client,
    library,
    clock,
    newId: randomUUID,
    isLocked,
    emit: (name: string) => emitted.push(name),
    ...(findTarget ? { findTarget } : {}),
  }
  const app = wireOutbox(wiring)
  const journal = (environment: EnvironmentName = 'staging') => library.pendingChanges({ environment })
  const states = async (environment?: EnvironmentName) => (await journal(environment)).map(({ state }) => state)
  const create = (title: string, workspace = staging) => app.outbox.createInsight(workspace, typed(title), never)
  /** A new run of the app over the same library. */
  const restart = () => wireOutbox(wiring)
  return { ...app, library, clock, service, emitted, journal, states, create, restart }
}

test('a change is journalled, sent and settled with what the service returned', async () => {
  const { create, service, library, states } = setUp()
  let stateWhileSending: string[] = []
  service.onCreate = async (arrive) => {
    stateWhileSending = await states()
    return arrive()
  }
  const result = await create('Title')
  expect(stateWhileSending).toEqual(['sending'])
  expect(result).toMatchObject({ state: 'done', error: null })
  expect(service.titles(staging)).toEqual(['Title'])
  expect(library.settled).toMatchObject([{ changeId: result.changeId, targetId: result.insightId, state: 'done' }])
  expect(await states()).toEqual([])
})

test('ids that are not UUIDs are refused in words before anything is kept', async () => {
  const { outbox, states, service } = setUp()
  const workspace: WorkspaceRef = { environment: 'staging', organisationId: 'acme', workspaceId: 'main' }
  const error = await outbox.createInsight(workspace, typed('x'), never).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: 'INVALID_INPUT',
    report: {
      fields: [
        { path: ['organisationId'], message: expect.stringContaining('UUID') },
        { path: ['workspaceId'], message: expect.stringContaining('UUID') },
      ],
    },
  })
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(0)
})

test('a journal that cannot keep the change stops it before it is sent', async () => {
  const { create, library, service } = setUp()
  library.addChange = failing('DISK_FULL')
  await expect(create('x')).rejects.toMatchObject({ code: 'DISK_FULL' })
  expect(service.arrivals()).toBe(0)
})

test('a library that went down after it kept the change counts as having kept it', async () => {
  const { create, library, service } = setUp()
  const { addChange } = library
  library.addChange = async (change) => {
    await addChange(change)
    throw new AppError('LIBRARY_UNAVAILABLE', 'Gone.')
  }
  expect(await create('x')).toMatchObject({ state: 'done' })
  expect(service.titles(staging)).toEqual(['x'])
})

test('a change that the person was told is lost is not sent when it turns up', async () => {
  const { create, library, service, sync, states } = setUp()
  const { addChange, pendingChanges } = library
  library.addChange = async (change) => {
    await addChange(change)
    throw new AppError('LIBRARY_UNAVAILABLE', 'Gone.')
  }
  library.pendingChanges = failing('LIBRARY_UNAVAILABLE')
  await expect(create('x')).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
  library.pendingChanges = pendingChanges
  await sync.now(staging)
  await settle()
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(0)
})

test.each([
  ['REFUSED', { status: 400, fields: [{ path: ['title'], message: 'Too long.' }] }],
  ['FORBIDDEN', { status: 403 }],
] as const)('%s is thrown with its fields, and the change is gone', async (code, details) => {
  const { create, service, library, states } = setUp()
  service.onCreate = failing(code, structuredClone(details) as Partial<ErrorReport>)
  await expect(create('x')).rejects.toMatchObject({ code, report: details })
  expect(await states()).toEqual([])
  expect(library.settled).toMatchObject([{ state: 'failed', error: { code } }])
})

test.each(['UNAUTHENTICATED', 'CONNECTION_REFUSED', 'NAME_NOT_FOUND', 'TLS_UNTRUSTED'] as const)(
  '%s: nothing arrived, so the change waits and is sent after the next sync',
  async (code) => {
    const { create, service, states, sync } = setUp()
    const { onList } = service
    service.onCreate = failing(code)
    service.onList = failing(code)
    expect(await create('x')).toMatchObject({ state: 'waiting', error: { code } })
    await settle()
    expect(await states()).toEqual(['waiting'])
    service.onCreate = async (arrive) => arrive()
    service.onList = onList
    await sync.now(staging)
    await settle()
    expect(service.titles(staging)).toEqual(['x'])
    expect(await states()).toEqual([])
  },
)

test('a missing token keeps the change waiting without calling the service', async () => {
  const { create, states, service } = setUp({ findTarget: failing('TOKEN_MISSING') })
  expect(await create('x')).toMatchObject({ state: 'waiting', error: { code: 'TOKEN_MISSING' } })
  expect(await states()).toEqual(['waiting'])
  expect(service.arrivals()).toBe(0)
})

test.each(['CONNECTION_LOST', 'TIMEOUT', 'NOT_THE_SERVICE', 'SERVICE_FAILED'] as const)(
  '%s after it arrived: found in the list and not sent again',
  async (code) => {
    const { create, service, library, states } = setUp()
    service.onCreate = async (arrive) => {
      arrive()
      throw new AppError(code, 'It failed.')
    }
    expect(await create('x')).toMatchObject({ state: 'unknown', error: { code } })
    await settle()
    expect(await states()).toEqual([])
    expect(library.settled).toMatchObject([{ state: 'done' }])
    expect(service.arrivals()).toBe(1)
  },
)

test('CONNECTION_LOST before it arrived: looked for, not found, and sent again under the same id', async () => {
  const { create, service, library, states, clock } = setUp()
  const order: string[] = []
  const { onList } = service
  service.onList = (arrive) => {
    order.push('list')
    return onList(arrive)
  }
  service.onCreate = async () => {
    order.push('create')
    service.onCreate = async (arrive) => {
      order.push('create')
      return arrive()
    }
    throw new AppError('CONNECTION_LOST', 'Lost.')
  }
  const { insightId } = await create('x')
  await settle()
  expect(await states()).toEqual(['unknown'])
  await clock.advance(1_000)
  expect(order).toEqual(['create', 'list', 'list', 'create'])
  expect(library.insightIds(staging)).toEqual([insightId])
  expect(await states()).toEqual([])
})

test('an id that exists already is confirmed by the list', async () => {
  const { create, service, library, states } = setUp()
  // As when the network repeats a request on its own: the first had its effect, the answer to the second arrives.
  service.onCreate = async (arrive) => {
    arrive()
    return arrive()
  }
  const { insightId } = await create('x')
  await settle()
  expect(await states()).toEqual([])
  expect(library.insightIds(staging)).toEqual([insightId])
  expect(service.titles(staging)).toEqual(['x'])
})

test('an id that is taken and not in the list is shown as failed instead of going round in circles', async () => {
  const { create, service, journal, clock } = setUp()
  service.onCreate = failing('REFUSED', { fields: [{ path: ['id'], message: 'It exists.' }] })
  await create('x')
  await clock.advance(600_000)
  expect(await journal()).toMatchObject([{ state: 'failed', error: { code: 'REFUSED' }, attempts: 1 }])
})

test('a change that failed and is in the list after all is done', async () => {
  const { create, service, sync, journal, library, clock } = setUp()
  let arriveLate = () => {}
  service.onCreate = async (arrive) => {
    arriveLate = () => void arrive()
    service.onCreate = failing('FORBIDDEN')
    throw new AppError('TIMEOUT', 'It took too long.')
  }
  await create('x')
  await clock.advance(1_000)
  expect(await journal()).toMatchObject([{ state: 'failed', error: { code: 'FORBIDDEN' } }])
  arriveLate()
  await sync.now(staging)
  await settle()
  expect(await journal()).toEqual([])
  expect(library.settled).toMatchObject([{ state: 'done' }])
})

test('what waits is sent in the order it was made, one at a time', async () => {
  const { create, service, sync } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  for (const title of ['first', 'second', 'third']) await create(title)
  let underWay = 0
  let most = 0
  service.onCreate = async (arrive) => {
    underWay += 1
    most = Math.max(most, underWay)
    await settle()
    underWay -= 1
    return arrive()
  }
  await sync.now(staging)
  await Promise.all([sync.now(staging), create('last')])
  for (let turn = 0; turn < 10; turn += 1) await settle()
  expect(service.titles(staging).filter((title) => title !== 'last')).toEqual(['first', 'second', 'third'])
  expect(service.titles(staging)).toHaveLength(4)
  expect(most).toBe(1)
})

test('a list that was asked for before the change was sent says nothing about it', async () => {
  const { create, service, clock, sync, states } = setUp()
  const { onList } = service
  let endOldList = () => {}
  service.onList = async (arrive) => {
    service.onList = onList
    await arrive()
    await new Promise<void>((resolve) => {
      endOldList = resolve
    })
  }
  sync.open(staging)
  await clock.advance(10)
  service.onCreate = async (arrive) => {
    arrive()
    service.onCreate = async (again) => again()
    throw new AppError('CONNECTION_LOST', 'Lost.')
  }
  await create('x')
  await clock.advance(2_000)
  endOldList()
  await settle()
  await settle()
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(1)
})

test('a sync that ends while a change is being journalled does not send it a second time', async () => {
  const { create, library, sync, service } = setUp()
  const { addChange } = library
  library.addChange = async (change) => {
    await addChange(change)
    await sync.now(staging)
    await settle()
    return null
  }
  expect(await create('x')).toMatchObject({ state: 'done' })
  expect(service.arrivals()).toBe(1)
})

test('what was on its way when the app ended is looked for, before it was given its name too', async () => {
  const { create, service, restart, states, sync } = setUp()
  service.onCreate = (arrive) => {
    arrive()
    return new Promise(() => {})
  }
  void create('x')
  await settle()
  sync.leave()
  expect(await states()).toEqual(['sending'])
  restart().sync.open(staging)
  await settle()
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(1)
})

test('what was on its way when the app ended is unknown, and looked for at the next start', async () => {
  const { create, service, restart, states, sync } = setUp()
  service.onCreate = (arrive) => {
    arrive()
    return new Promise(() => {})
  }
  void create('x')
  await settle()
  expect(await states()).toEqual(['sending'])
  sync.leave()
  const next = restart()
  await next.outbox.recover('staging')
  expect(await states()).toEqual(['unknown'])
  next.sync.open(staging)
  await settle()
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(1)
})

test('a service that keeps failing is tried five times and then only when the person acts', async () => {
  const { create, service, clock, sync, states } = setUp()
  service.onCreate = failing('SERVICE_FAILED')
  let tries = 0
  service.onCreate = async () => {
    tries += 1
    throw new AppError('SERVICE_FAILED', 'It failed.')
  }
  await create('x')
  await clock.advance(3_600_000)
  expect(tries).toBe(5)
  expect(await states()).toEqual(['unknown'])
  await sync.fresh(staging)
  await settle()
  expect(tries).toBe(5)
  await sync.now(staging)
  await settle()
  expect(tries).toBe(6)
})

test('a pause that the service asks for holds for the person too', async () => {
  const { create, service, clock } = setUp()
  let tries = 0
  service.onCreate = async () => {
    tries += 1
    throw new AppError('RATE_LIMITED', 'Slow down.', { retryAfterMs: 60_000 })
  }
  expect(await create('x')).toMatchObject({ state: 'waiting', error: { code: 'RATE_LIMITED' } })
  expect(await create('y')).toMatchObject({ state: 'waiting', error: { code: 'RATE_LIMITED' } })
  await clock.advance(59_999)
  expect(tries).toBe(1)
  service.onCreate = async (arrive) => arrive()
  await clock.advance(1)
  expect(service.titles(staging)).toEqual(['x', 'y'])
})

test('a refusal in the background stays as failed until it is retried or discarded', async () => {
  const { create, service, sync, journal, outbox, library } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  const first = await create('first')
  const second = await create('second')
  service.onCreate = failing('FORBIDDEN')
  await sync.now(staging)
  await settle()
  expect(await journal()).toMatchObject([
    { state: 'failed', error: { code: 'FORBIDDEN' } },
    { state: 'failed', error: { code: 'FORBIDDEN' } },
  ])
  service.onCreate = async (arrive) => arrive()
  await sync.now(staging)
  await settle()
  expect(service.titles(staging)).toEqual([])
  await outbox.retry(staging, first.changeId)
  await outbox.discard(staging, second.changeId)
  expect(service.titles(staging)).toEqual(['first'])
  expect(await journal()).toEqual([])
  expect(library.settled.map(({ state }) => state)).toEqual(['done', 'failed'])
  await expect(outbox.retry(staging, first.changeId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(outbox.discard(staging, 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('discarding waits for a change that is on its way, which may turn out done', async () => {
  const { create, service, outbox, journal } = setUp()
  let answer = () => {}
  service.onCreate = (arrive) =>
    new Promise((resolve) => {
      answer = () => resolve(arrive())
    })
  const created = create('x')
  await settle()
  const [entry] = await journal()
  const discarded = expect(outbox.discard(staging, entry?.changeId ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await settle()
  answer()
  await discarded
  expect(await created).toMatchObject({ state: 'done' })
})

test('nothing is sent to a locked environment', async () => {
  let locked = false
  const { create, service, sync, outbox, states } = setUp({ isLocked: () => locked })
  service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await create('x')
  locked = true
  service.onCreate = async (arrive) => arrive()
  await sync.now(staging)
  await settle()
  expect(service.arrivals()).toBe(0)
  await expect(create('y')).rejects.toMatchObject({ code: 'ENVIRONMENT_LOCKED' })
  await expect(outbox.retry(staging, changeId)).rejects.toMatchObject({ code: 'ENVIRONMENT_LOCKED' })
  expect(await states()).toEqual(['waiting'])
})

test('production: what was queued is sent only at the word of the person', async () => {
  const { create, service, sync, outbox, states } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await create('x', production)
  service.onCreate = async (arrive) => arrive()
  await sync.now(production)
  await settle()
  expect(await states('production')).toEqual(['waiting'])
  await outbox.retry(production, changeId)
  expect(service.titles(production)).toEqual(['x'])
})

test('production: an unknown outcome is looked into, and what did not arrive waits for the word', async () => {
  const { create, service, states, outbox, clock } = setUp()
  service.onCreate = failing('CONNECTION_LOST')
  const { changeId } = await create('x', production)
  await clock.advance(600_000)
  expect(await states('production')).toEqual(['waiting'])
  service.onCreate = async (arrive) => arrive()
  await outbox.retry(production, changeId)
  expect(service.titles(production)).toEqual(['x'])
})

test('another workspace of the environment is looked into as well', async () => {
  const other = { ...staging, workspaceId: randomUUID() }
  const { create, service, sync, states, clock } = setUp()
  const { onList } = service
  service.onList = failing('CONNECTION_REFUSED')
  service.onCreate = failing('CONNECTION_LOST')
  await create('x', other)
  await settle()
  expect(await states()).toEqual(['unknown'])
  service.onList = onList
  service.onCreate = async (arrive) => arrive()
  await clock.advance(5_000)
  sync.open(staging)
  await settle()
  await settle()
  expect(service.titles(other)).toEqual(['x'])
  expect(service.titles(staging)).toEqual([])
})

test('a call that was stopped before it was sent leaves nothing behind', async () => {
  const { outbox, service, states } = setUp()
  const stopped = AbortSignal.abort()
  await expect(outbox.createInsight(staging, typed('x'), stopped)).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(0)
})

test('the page hears of each step', async () => {
  const { create, emitted } = setUp()
  await create('x')
  await settle()
  expect(emitted.filter((name) => name === 'library.changed')).toHaveLength(3)
  expect(emitted).toContain('sync.changed')
})

test('at the end of the app the change on its way is waited for', async () => {
  const { create, service, outbox } = setUp()
  let answer = () => {}
  service.onCreate = (arrive) =>
    new Promise((resolve) => {
      answer = () => resolve(arrive())
    })
  const created = create('x')
  await settle()
  let isDisposed = false
  const disposed = outbox.dispose().then(() => {
    isDisposed = true
  })
  await settle()
  expect(isDisposed).toBe(false)
  answer()
  await disposed
  expect(await created).toMatchObject({ state: 'done' })
  await expect(create('y')).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('a service that does not answer does not keep the app from ending', async () => {
  const { create, service, outbox, clock, states } = setUp()
  service.onCreate = (_, signal) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new AppError('CANCELLED', 'Stopped.')))
    })
  const created = create('x')
  await settle()
  const disposed = outbox.dispose()
  await clock.advance(5_000)
  await disposed
  expect(await created).toMatchObject({ state: 'unknown' })
  expect(await states()).toEqual(['unknown'])
  expect(clock.waits()).toEqual([])
})
