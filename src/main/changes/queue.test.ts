// Reconciling changes of unknown outcome, the order of the queue, and how often it reads the journal.
import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '../../contract/errors'
import { addConfirmed } from '../../library/testing/moved-changes'
import { failing, never, production, setUp, staging, typed } from '../testing/changes-setting'
import { createFakeService } from '../testing/fake-service'
import { createManualClock, settle } from '../testing/manual-clock'
import { createTestLibrary } from '../testing/test-library'
import { wireChanges } from '../testing/wire-changes'
import { libraryRetryMs } from './queue'

test('reports only once a defect that blocks recovery, however often recovery is retried', async () => {
  const { create, service, library, sync, clock, emit } = setUp()
  service.onCreate = () => new Promise(() => {})
  void create('x')
  await settle()
  sync.closeShown()
  const { moveChange } = library
  library.moveChange = async () => {
    throw new Error('A defect')
  }
  const defects: string[] = []
  const log = { defect: (where: string) => String(defects.push(where)) }
  const next = wireChanges({ client: service.client, library, clock, newId: randomUUID, emit, log })
  await next.changes.recover('staging')
  next.sync.open(staging)
  await clock.advance(10 * libraryRetryMs)
  expect(defects).toEqual(['changes: recovering'])
  library.moveChange = moveChange
  await clock.advance(libraryRetryMs)
  expect(await library.pendingChanges({ environment: 'staging' })).not.toMatchObject([{ state: 'sending' }])
})

const idsOf = ({ organisationId, workspaceId }: typeof staging) => ({ organisationId, workspaceId })

test.each(['CONNECTION_LOST', 'TIMEOUT', 'NOT_THE_SERVICE', 'SERVICE_FAILED'] as const)(
  'confirms a change from the list after %s, without resending it, when it had arrived',
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

test('reports once per drain how many background changes were sent or rejected', async () => {
  const { create, service, clock, told } = setUp()
  const { onCreate } = service
  service.onCreate = failing('CONNECTION_REFUSED')
  for (const title of ['x', 'y', 'z']) expect(await create(title)).toMatchObject({ state: 'waiting' })
  expect(told).toEqual([])
  let attempts = 0
  service.onCreate = (arrive, ...rest) => {
    attempts += 1
    return attempts === 2 ? failing('REFUSED', { status: 400 })() : onCreate(arrive, ...rest)
  }
  await clock.advance(120_000)
  expect(told).toEqual([{ workspace: staging, sent: 2, rejected: 1 }])
})

test('reports what a drain has sent before the library fails', async () => {
  const { create, service, library, clock, told } = setUp()
  const { onCreate } = service
  service.onCreate = failing('CONNECTION_REFUSED')
  for (const title of ['x', 'y']) expect(await create(title)).toMatchObject({ state: 'waiting' })
  service.onCreate = onCreate
  const { pendingChanges } = library
  library.pendingChanges = async (input) => {
    if (service.arrivals() > 0 && 'sameTargetAs' in input) throw new AppError('LIBRARY_UNAVAILABLE', 'It crashed.')
    return pendingChanges(input)
  }
  await clock.advance(120_000)
  expect(told).toEqual([{ workspace: staging, sent: 1, rejected: 0 }])
})

test('does not report a change sent at once or on a retry by the person', async () => {
  const { changes, create, service, told, journal } = setUp()
  await create('at once')
  const { onCreate } = service
  service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await create('again')
  service.onCreate = onCreate
  await changes.retry(staging, changeId)
  expect(await journal()).toEqual([])
  expect(told).toEqual([])
})

test('reports a change whose answer was lost once a list contains it', async () => {
  const { create, service, told } = setUp()
  service.onCreate = async (arrive) => {
    arrive()
    throw new AppError('TIMEOUT', 'It took too long.')
  }
  expect(await create('x')).toMatchObject({ state: 'unknown' })
  await settle()
  expect(told).toEqual([{ workspace: staging, sent: 1, rejected: 0 }])
})

test('reads the list twice and asks for review when a change whose answer was lost had not arrived', async () => {
  const { create, service, changes, library, journal, clock, sync } = setUp()
  let lists = 0
  const { onCreate, onList } = service
  service.onList = (arrive, list) => {
    if (list === 'listInsights') lists += 1
    return onList(arrive, list)
  }
  service.onCreate = failing('CONNECTION_LOST')
  const { insightId, changeId } = await create('x')
  service.onCreate = onCreate
  await clock.advance(89_000)
  expect([lists, service.arrivals()]).toEqual([1, 0])
  expect(await journal()).toMatchObject([{ state: 'unknown', needsReview: false }])
  await clock.advance(2_000)
  expect([lists, service.arrivals()]).toEqual([2, 0])
  expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true, error: { code: 'CONNECTION_LOST' } }])
  expect(await sync.status(staging)).toMatchObject({ changesToReview: 1 })
  await changes.retry(staging, changeId)
  expect(await library.insightIds(staging)).toEqual([insightId])
  expect(await journal()).toEqual([])
})

test.each([
  ['a gateway timeout', 'SERVICE_FAILED', { status: 504, hasEnvelope: true }, 0],
  ['an error from the service', 'SERVICE_FAILED', { status: 500, hasEnvelope: true }, 1],
  ['an unlisted status from the service', 'UNEXPECTED_STATUS', { status: 507, hasEnvelope: true }, 1],
  ['a 500 without the envelope', 'SERVICE_FAILED', { status: 500 }, 0],
  ['a 503 without the envelope', 'SERVICE_FAILED', { status: 503 }, 0],
  ['a redirect', 'REDIRECTED', { status: 302 }, 0],
  ['a sign-in page', 'NOT_THE_SERVICE', {}, 0],
] as const)('after %s (%s %j), automatic resends of a creation: %i', async (_, code, details, arrivals) => {
  const { create, service, clock, sync } = setUp()
  sync.open(staging)
  const { onCreate } = service
  service.onCreate = failing(code, { ...details, retryable: true })
  await create('x')
  service.onCreate = onCreate
  await clock.advance(400_000)
  expect(service.arrivals()).toBe(arrivals)
})

test.each([
  ['TIMEOUT', {}],
  ['SERVICE_FAILED', { status: 500 }],
  ['SERVICE_FAILED', { status: 503 }],
  ['NOT_THE_SERVICE', {}],
] as const)(
  'creates one insight when a service without unique ids commits the first request late, after %s %j',
  async (code, details) => {
    const { create, service, clock, sync } = setUp({ hasUniqueIds: false })
    sync.open(staging)
    await settle()
    const { onCreate } = service
    service.onCreate = async (arrive) => {
      clock.after(10_000, arrive)
      throw new AppError(code, 'It took too long.', details)
    }
    await create('x')
    service.onCreate = onCreate
    await clock.advance(600_000)
    expect(service.titles(staging)).toEqual(['x'])
    expect(await sync.status(staging)).toMatchObject({ waitingChanges: 0 })
  },
)

test('reads the list and sends the change again under the same id when it had not arrived', async () => {
  const { create, service, library, states, clock } = setUp()
  const order: string[] = []
  const { onList } = service
  service.onList = (arrive, list) => {
    if (list === 'listInsights') order.push('list')
    return onList(arrive, list)
  }
  service.onCreate = async () => {
    order.push('create')
    service.onCreate = async (arrive) => {
      order.push('create')
      return arrive()
    }
    throw new AppError('SERVICE_FAILED', 'It failed.', { status: 500, hasEnvelope: true })
  }
  const { insightId } = await create('x')
  await settle()
  expect(await states()).toEqual(['unknown'])
  await clock.advance(1_000)
  expect(order).toEqual(['create', 'list', 'create'])
  expect(await library.insightIds(staging)).toEqual([insightId])
  expect(await states()).toEqual([])
})

test('confirms a change from the list when the service answers that its id exists', async () => {
  const { create, service, library, states } = setUp()
  // The network repeats the request: the first one takes effect, the answer to the second one arrives.
  service.onCreate = async (arrive) => {
    arrive()
    return arrive()
  }
  const { insightId } = await create('x')
  await settle()
  expect(await states()).toEqual([])
  expect(await library.insightIds(staging)).toEqual([insightId])
  expect(service.titles(staging)).toEqual(['x'])
})

test('fails a change after one attempt when its id is taken and not in the list', async () => {
  const { create, service, journal, clock } = setUp()
  service.onCreate = failing('REFUSED', { fields: [{ path: ['id'], message: 'It exists.' }] })
  await create('x')
  await clock.advance(600_000)
  expect(await journal()).toMatchObject([{ state: 'failed', error: { code: 'REFUSED' }, attempts: 1 }])
})

test('confirms a failed change when an earlier attempt arrives late', async () => {
  const { create, changes, service, sync, journal, library, clock } = setUp()
  let arriveLate = () => {}
  service.onCreate = async (arrive) => {
    arriveLate = () => void arrive()
    service.onCreate = failing('FORBIDDEN')
    throw new AppError('TIMEOUT', 'It took too long.')
  }
  const { changeId } = await create('x')
  await clock.advance(100_000)
  await changes.retry(staging, changeId)
  expect(await journal()).toMatchObject([{ state: 'failed', error: { code: 'FORBIDDEN' } }])
  arriveLate()
  await sync.now(staging)
  await settle()
  expect(await journal()).toEqual([])
  expect(library.settled).toMatchObject([{ state: 'done' }])
})

test('sends the queue in order, one change at a time', async () => {
  const { create, service, sync } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  for (const title of ['first', 'second', 'third']) await create(title)
  let inFlight = 0
  let maxInFlight = 0
  service.onCreate = async (arrive) => {
    inFlight += 1
    maxInFlight = Math.max(maxInFlight, inFlight)
    await settle()
    inFlight -= 1
    return arrive()
  }
  await sync.now(staging)
  await Promise.all([sync.now(staging), create('last')])
  for (let turn = 0; turn < 10; turn += 1) await settle()
  expect(service.titles(staging).filter((title) => title !== 'last')).toEqual(['first', 'second', 'third'])
  expect(service.titles(staging)).toHaveLength(4)
  expect(maxInFlight).toBe(1)
})

test('ignores a list that was requested before the change was sent', async () => {
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

test('sends a change once when a sync ends while the change is being journalled', async () => {
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

test('reconciles a change left in flight by an earlier run, even before recover marks it as unknown', async () => {
  const { create, service, restart, states, sync } = setUp()
  service.onCreate = (arrive) => {
    arrive()
    return new Promise(() => {})
  }
  void create('x')
  await settle()
  sync.closeShown()
  expect(await states()).toEqual(['sending'])
  restart().sync.open(staging)
  await settle()
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(1)
})

test('recover marks a change left in flight by an earlier run as unknown, and a sync reconciles it', async () => {
  const { create, service, restart, states, sync } = setUp()
  service.onCreate = (arrive) => {
    arrive()
    return new Promise(() => {})
  }
  void create('x')
  await settle()
  expect(await states()).toEqual(['sending'])
  sync.closeShown()
  const next = restart()
  await next.changes.recover('staging')
  expect(await states()).toEqual(['unknown'])
  next.sync.open(staging)
  await settle()
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(1)
})

describe('a creation already waiting at start-up, as in a library restored from a backup', () => {
  async function startAgain(workspace = staging) {
    const app = setUp()
    const { service, create, sync, restart } = app
    const { onCreate, onList } = service
    service.onCreate = failing('CONNECTION_REFUSED')
    service.onList = failing('CONNECTION_REFUSED')
    const { insightId, changeId } = await create('x', workspace)
    await settle()
    sync.closeShown()
    const asked: string[] = []
    service.onCreate = (...given) => {
      asked.push('create')
      return onCreate(...given)
    }
    service.onList = (arrive, list) => {
      if (list === 'listInsights') asked.push('list')
      return onList(arrive, list)
    }
    const next = restart()
    return { ...app, insightId, changeId, asked, next }
  }

  test('is not sent again when the service has it', async () => {
    const { service, insightId, next, journal, library } = await startAgain()
    service.add(staging, { id: insightId, title: 'x' })
    await next.changes.recover('staging')
    await settle()
    expect(service.arrivals()).toBe(0)
    expect(await journal()).toEqual([])
    expect(library.settled).toMatchObject([{ state: 'done' }])
  })

  test('is sent once the list has been read, even for a workspace that no window shows', async () => {
    const { service, next, journal, asked } = await startAgain()
    await next.changes.recover('staging')
    await settle()
    expect(asked).toEqual(['list', 'create'])
    expect(await journal()).toEqual([])
    expect(service.titles(staging)).toEqual(['x'])
  })

  test('is not sent before the list is read, even when the person approves it at once', async () => {
    const { service, insightId, changeId, next, journal } = await startAgain(production)
    service.add(production, { id: insightId, title: 'x' })
    await next.changes.recover('production')
    await next.changes.retry(production, changeId)
    await settle()
    expect(service.arrivals()).toBe(0)
    expect(await journal('production')).toEqual([])
  })

  test('is not sent before the list is read, even when the person approves it after a failed recovery', async () => {
    const { service, insightId, changeId, next, journal, library } = await startAgain(production)
    service.add(production, { id: insightId, title: 'x' })
    const { pendingChanges } = library
    library.pendingChanges = failing('LIBRARY_UNAVAILABLE')
    await next.changes.recover('production')
    await settle()
    library.pendingChanges = pendingChanges
    await next.changes.retry(production, changeId)
    await settle()
    expect(service.arrivals()).toBe(0)
    expect(await journal('production')).toEqual([])
  })

  test('is looked up again when its library is reopened, in case that is another file', async () => {
    const { service, insightId, changeId, next, journal } = await startAgain(production)
    await next.changes.recover('production')
    await next.sync.now(production)
    service.add(production, { id: insightId, title: 'x' })
    await next.changes.recover('production')
    await next.changes.retry(production, changeId)
    await settle()
    expect(service.arrivals()).toBe(0)
    expect(await journal('production')).toEqual([])
  })

  test('is sent to production after one approval and a list, without a second approval', async () => {
    const { changeId, next, journal, asked } = await startAgain(production)
    await next.changes.recover('production')
    await next.changes.retry(production, changeId)
    await settle()
    expect(asked).toEqual(['list', 'create'])
    expect(await journal('production')).toEqual([])
  })
})

test('retries a failed recovery, shows the reason, and sends nothing from the library before it succeeds', async () => {
  const { create, service, library, restart, journal, sync, clock } = setUp()
  service.onCreate = () => new Promise(() => {})
  void create('x')
  await settle()
  sync.closeShown()
  service.onCreate = async (arrive) => arrive()
  const { moveChange } = library
  library.moveChange = failing('DISK_FULL')
  const next = restart()
  await next.changes.recover('staging')
  next.sync.open(staging)
  await settle()
  expect(await journal()).toMatchObject([{ state: 'sending' }])
  expect(await next.sync.status(staging)).toMatchObject({ state: 'failed', error: { code: 'DISK_FULL' } })
  library.moveChange = moveChange
  await clock.advance(libraryRetryMs)
  await settle()
  expect(await journal()).toMatchObject([{ state: 'unknown', needsReview: true }])
  await clock.advance(100_000)
  expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
  expect(service.arrivals()).toBe(0)
  expect(await next.sync.status(staging)).toMatchObject({ state: 'synced', error: null })
})

test('retries a recovery before sending the changes ahead of an approved one', async () => {
  const { changes, service, library, restart, journal, sync } = setUp()
  const link = (app: Pick<typeof changes, 'relateMetric'>, action: 'add' | 'remove') =>
    app.relateMetric(staging, 'metric', action, ['goal'], never)
  let sent = 0
  service.onSend = () => new Promise(() => {})
  void link(changes, 'add')
  await settle()
  sync.closeShown()
  service.onSend = async (arrive) => {
    sent += 1
    return arrive()
  }
  const { moveChange } = library
  library.moveChange = failing('LIBRARY_UNAVAILABLE')
  const next = restart()
  await next.changes.recover('staging')
  const { changeId } = await link(next.changes, 'remove')
  await settle()
  expect(await journal()).toMatchObject([{ state: 'sending', needsReview: false }, { state: 'waiting' }])
  library.moveChange = moveChange
  await expect(next.changes.retry(staging, changeId)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(sent).toBe(0)
  expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true }, { state: 'waiting' }])
})

test('reads the journal a linear number of times, fewer than six per change', async () => {
  const { create, library, states } = setUp()
  const { pendingChanges } = library
  let reads = 0
  library.pendingChanges = async (input) => {
    reads += 1
    return pendingChanges(input)
  }
  const changes = 40
  await Promise.all(Array.from({ length: changes }, (_, index) => create(`insight ${index}`)))
  await settle()
  expect(await states()).toEqual([])
  expect(reads).toBeLessThan(changes * 6)
})

test('retry waits for the answer to the request in flight', async () => {
  const { create, service, changes, journal } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('waits')
  let inFlight = 0
  let maxInFlight = 0
  let answer = () => {}
  service.onCreate = async (arrive) => {
    inFlight += 1
    maxInFlight = Math.max(maxInFlight, inFlight)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    inFlight -= 1
    return arrive()
  }
  const first = create('first')
  await settle()
  const waiting = (await journal()).find(({ state }) => state === 'waiting')
  const again = changes.retry(staging, waiting?.changeId ?? '')
  for (let turn = 0; turn < 3; turn += 1) {
    await settle()
    answer()
  }
  await Promise.all([first, again])
  expect(maxInFlight).toBe(1)
  expect(service.titles(staging)).toEqual(['first', 'waits'])
})

test('fails a change in the next run if its id was found taken before the app quit', async () => {
  const { create, service, journal, clock, restart, sync, changes } = setUp()
  service.onCreate = failing('REFUSED', { fields: [{ path: ['id'], message: 'It exists.' }] })
  const { onList } = service
  service.onList = failing('CONNECTION_REFUSED')
  await create('x', production)
  expect(await journal('production')).toMatchObject([{ state: 'unknown' }])
  await sync.dispose()
  await changes.dispose()
  service.onList = onList
  const next = restart()
  await next.changes.recover('production')
  await next.sync.now(production)
  await clock.advance(5_000)
  expect(await journal('production')).toMatchObject([{ state: 'failed', error: { code: 'REFUSED' } }])
})

test('confirms a creation whose answer was lost when the list has it as an unreadable item', async () => {
  const { create, service, journal, states, sync, library } = setUp()
  const { onList } = service
  let attempts = 0
  service.onList = async () => {
    throw new AppError('CONNECTION_REFUSED', 'Not now.')
  }
  service.onCreate = async () => {
    attempts += 1
    throw new AppError('CONNECTION_LOST', 'Its answer is lost.')
  }
  expect(await create('x')).toMatchObject({ state: 'unknown' })
  await settle()
  const [entry] = await journal()
  service.add(staging, { id: entry?.targetId ?? '', isUnreadable: true })
  service.onList = onList
  await sync.now(staging)
  await settle()
  expect(attempts).toBe(1)
  expect(await states()).toEqual([])
  expect(library.settled).toMatchObject([{ targetId: entry?.targetId, state: 'done' }])
})

test('confirms a creation whose answer was lost when the service dated it as the app did', async () => {
  const { create, service, journal, states, sync, library } = setUp()
  const { onList } = service
  service.onList = failing('CONNECTION_REFUSED')
  service.onCreate = failing('CONNECTION_LOST')
  expect(await create('x')).toMatchObject({ state: 'unknown' })
  await settle()
  const [entry] = await journal()
  service.add(staging, { id: entry?.targetId ?? '', title: 'x', createdAt: entry?.createdAt ?? '' })
  service.onList = onList
  await sync.now(staging)
  await settle()
  expect(await states()).toEqual([])
  expect(library.settled).toMatchObject([{ targetId: entry?.targetId, state: 'done' }])
})

test.each<['staging' | 'production', typeof staging]>([
  ['staging', staging],
  ['production', production],
])(
  'reads the journal only twice for a change in %s while 200 others wait, and leaves those untouched',
  async (name, workspace) => {
    const { service, library, journal, restart, clock } = setUp()
    for (let number = 0; number < 200; number += 1) {
      const body = { id: `${number}`, ...typed('x'), ...idsOf(workspace) }
      const made = { changeId: `${number}`, workspace, createdAt: clock.now(), targetId: `${number}` }
      await addConfirmed(library, { ...made, kind: 'createInsight', body })
    }
    service.onCreate = failing('CONNECTION_REFUSED')
    const { changes } = restart()
    await changes.recover(name)
    await clock.advance(10)
    const before = await journal(name)
    expect(before).toHaveLength(200)
    const sends = vi.spyOn(service.client, 'send')
    const reads = vi.spyOn(library, 'pendingChanges')
    await changes.createInsight(workspace, typed('last'), never)
    for (let turn = 0; turn < 50; turn += 1) await settle()
    // Reads with neither are the page's count. The change is read when it is sent, and when it may wait.
    const ofQueue = reads.mock.calls.filter(
      ([{ sameTargetAs, isDue }]) => sameTargetAs !== undefined || isDue !== undefined,
    )
    expect(ofQueue).toHaveLength(2)
    expect(sends).toHaveBeenCalledTimes(1)
    expect(await journal(name)).toEqual([...before, expect.objectContaining({ state: 'waiting', attempts: 1 })])
  },
)

test('logs an unexpected error as a defect, but not an unavailable library', async () => {
  const library = createTestLibrary()
  const clock = createManualClock()
  const defects: string[] = []
  const log = { defect: (where: string) => String(defects.push(where)) }
  const { client } = createFakeService()
  const { changes } = wireChanges({ client, library, clock, newId: randomUUID, log })
  await changes.createInsight(staging, typed('x'), never)
  const readFailure = vi.spyOn(library, 'pendingChanges')
  const endFailure = vi.spyOn(library, 'retryNow')
  const synced = { lists: [], startedMs: 0, isByPerson: true } as const
  for (const [error, expected] of [
    [new AppError('LIBRARY_UNAVAILABLE', 'Down.'), []],
    [new Error('Oops'), ['changes: ending backoffs', 'changes: draining the queue']],
  ] as const) {
    readFailure.mockRejectedValue(error)
    endFailure.mockRejectedValue(error)
    changes.afterSync(staging, synced)
    for (let turn = 0; turn < 10; turn += 1) await settle()
    expect(defects).toEqual(expected)
  }
})
