// Review and send: the only way in which a queued change is sent to production.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { failing, failingService, never, production, setUp, staging, typed } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'

/** Three creations in the queue of production, made while the service could not be reached. */
async function setUpQueued(options?: Parameters<typeof setUp>[0]) {
  const app = setUp(options)
  app.service.onCreate = failing('CONNECTION_REFUSED')
  const ids: string[] = []
  for (const title of ['a', 'b', 'c']) ids.push((await app.create(title, production)).changeId)
  app.service.onCreate = async (arrive) => arrive()
  await settle()
  return { ...app, ids }
}

test('sends nothing without approval, and then exactly the approved changes in order', async () => {
  const { service, changes, sync, clock, states, ids } = await setUpQueued()
  for (let time = 0; time < 3; time += 1) {
    await sync.now(production)
    await clock.advance(600_000)
  }
  expect(service.arrivals()).toBe(0)
  const [a = '', , c = ''] = ids
  expect(await changes.send(production, [c, a, randomUUID()], never)).toEqual({ sent: 2, rejected: 0, waiting: 0 })
  expect(service.titles(production)).toEqual(['a', 'c'])
  await sync.now(production)
  await settle()
  expect(await states('production')).toEqual(['waiting'])
})

test('does not keep an approval for later when the service cannot be reached', async () => {
  const { service, changes, sync, clock, states, ids } = await setUpQueued()
  let tries = 0
  service.onCreate = async () => {
    tries += 1
    return failing('CONNECTION_REFUSED')()
  }
  expect(await changes.send(production, ids, never)).toEqual({ sent: 0, rejected: 0, waiting: 3 })
  // The first attempt fails, so the others are not made.
  expect(tries).toBe(1)
  service.onCreate = async (arrive) => arrive()
  await sync.now(production)
  await clock.advance(600_000)
  await settle()
  expect(service.arrivals()).toBe(0)
  expect(await states('production')).toEqual(['waiting', 'waiting', 'waiting'])
})

test('expires the approval of a change with an unknown outcome after a minute', async () => {
  const { service, create, changes, sync, clock, states, journal } = setUp()
  const { onList } = service
  service.onCreate = failing('CONNECTION_LOST')
  service.onList = failing('CONNECTION_REFUSED')
  await create('x', production)
  await settle()
  const [entry] = await journal('production')
  expect(entry?.state).toBe('unknown')
  await changes.send(production, [entry?.changeId ?? ''], never)
  await clock.advance(61_000)
  service.onList = onList
  service.onCreate = async (arrive) => arrive()
  await sync.now(production)
  await clock.advance(100_000)
  expect(service.arrivals()).toBe(0)
  expect(await states('production')).toEqual(['waiting'])
})

test('sends the rest after a change that the service fails, but nothing during a pause that it asks for', async () => {
  const { service, changes, states, ids } = await setUpQueued()
  let tries = 0
  service.onCreate = async (arrive) => {
    tries += 1
    return tries === 1 ? failingService() : arrive()
  }
  expect(await changes.send(production, ids, never)).toEqual({ sent: 2, rejected: 0, waiting: 1 })
  expect(service.titles(production)).toEqual(['b', 'c'])
  // The list lacks it, so it is the person's again.
  await settle()
  expect(await states('production')).toEqual(['waiting'])
  const paused = await setUpQueued()
  paused.service.onCreate = failing('SERVICE_FAILED', { status: 503, hasEnvelope: true, retryAfterMs: 60_000 })
  expect(await paused.changes.send(production, paused.ids, never)).toEqual({ sent: 0, rejected: 0, waiting: 3 })
  expect(await paused.states('production')).toEqual(['unknown', 'waiting', 'waiting'])
})

test('goes on after a change that is left out behind one that the service fails', async () => {
  const { service, changes, library } = setUp()
  const { onSend } = service
  service.onSend = failing('CONNECTION_REFUSED')
  service.onCreate = failing('CONNECTION_REFUSED')
  const goal = randomUUID()
  await changes.relateMetric(production, 'signups', 'add', [goal], never)
  await changes.relateMetric(production, 'signups', 'remove', [goal], never)
  await changes.createInsight(production, typed('new'), never)
  const pending = await library.pendingChanges({ environment: 'production' })
  service.onSend = failingService
  service.onCreate = async (arrive) => arrive()
  expect(
    await changes.send(
      production,
      pending.map(({ changeId }) => changeId),
      never,
    ),
  ).toEqual({ sent: 1, rejected: 0, waiting: 2 })
  service.onSend = onSend
})

test('stops once the service has failed five changes in a row', async () => {
  const { service, changes, create } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  const ids: string[] = []
  for (let place = 0; place < 8; place += 1) ids.push((await create(`${place}`, production)).changeId)
  let tries = 0
  service.onCreate = async () => {
    tries += 1
    return failingService()
  }
  expect(await changes.send(production, ids, never)).toEqual({ sent: 0, rejected: 0, waiting: 8 })
  expect(tries).toBe(5)
})

test('counts a rejected change, keeps it as failed and sends the rest', async () => {
  const { service, changes, states, ids } = await setUpQueued()
  let first = true
  service.onCreate = async (arrive) => {
    if (!first) return arrive()
    first = false
    return failing('REFUSED')()
  }
  expect(await changes.send(production, ids, never)).toEqual({ sent: 2, rejected: 1, waiting: 0 })
  expect(await states('production')).toEqual(['failed'])
})

test('does not count a change that is discarded meanwhile as sent', async () => {
  const { service, changes, ids } = await setUpQueued()
  let discarded = Promise.resolve()
  service.onCreate = async (arrive) => {
    // Runs after the change that is being sent.
    if (service.arrivals() === 0) discarded = changes.discard(production, ids[1] ?? '')
    return arrive()
  }
  expect(await changes.send(production, ids, never)).toEqual({ sent: 2, rejected: 0, waiting: 0 })
  await discarded
  expect(service.titles(production)).toEqual(['a', 'c'])
})

test('does not send a link past an earlier one that was not approved', async () => {
  const { service, changes, journal } = setUp()
  const { onSend } = service
  service.onSend = failing('CONNECTION_REFUSED')
  const goal = randomUUID()
  for (const action of ['add', 'remove'] as const) {
    await changes.relateMetric(production, 'signups', action, [goal], never)
  }
  service.onSend = onSend
  const ids = (await journal('production')).map(({ changeId }) => changeId)
  expect(await changes.send(production, ids.slice(1), never)).toEqual({ sent: 0, rejected: 0, waiting: 1 })
  expect(service.requests).toEqual([])
  expect(await changes.send(production, ids, never)).toEqual({ sent: 2, rejected: 0, waiting: 0 })
  expect(service.requests.map((request) => request.split(' ')[0])).toHaveLength(2)
  expect(service.links(production, 'signups')).toEqual([])
})

test('throws ENVIRONMENT_LOCKED when locked, and stops if the environment is locked during a request', async () => {
  let isLocked = false
  const { service, changes, ids, states } = await setUpQueued({ isLocked: () => isLocked })
  isLocked = true
  await expect(changes.send(production, ids, never)).rejects.toMatchObject({ code: 'ENVIRONMENT_LOCKED' })
  isLocked = false
  service.onCreate = async (arrive) => {
    isLocked = true
    return arrive()
  }
  expect(await changes.send(production, ids, never)).toEqual({ sent: 1, rejected: 0, waiting: 2 })
  expect(await states('production')).toEqual(['waiting', 'waiting'])
})

test('does not send changes of another workspace', async () => {
  const { changes, ids, service } = await setUpQueued()
  const other = { ...production, workspaceId: randomUUID() }
  expect(await changes.send(other, ids, never)).toEqual({ sent: 0, rejected: 0, waiting: 0 })
  expect(service.arrivals()).toBe(0)
})

test.each(['the page went away', 'the app is closing', 'the environment was locked'])(
  'leaves the rest unsent when %s during a request',
  async (event) => {
    let isLocked = false
    const { service, changes, ids, journal } = await setUpQueued({ isLocked: () => isLocked })
    const page = new AbortController()
    let ended: Promise<void> | null = null
    service.onCreate = async (arrive) => {
      if (event === 'the page went away') page.abort()
      else if (event === 'the app is closing') ended = changes.dispose()
      else isLocked = true
      return arrive()
    }
    expect(await changes.send(production, ids, page.signal)).toEqual({ sent: 1, rejected: 0, waiting: 2 })
    await ended
    expect(service.titles(production)).toEqual(['a'])
    expect((await journal('production')).map(({ error }) => error?.code)).toEqual([
      'CONNECTION_REFUSED',
      'CONNECTION_REFUSED',
    ])
  },
)

test.each(['retry', 'edit'] as const)(
  'sends nothing when approvals are revoked while %s is reading the journal',
  async (name) => {
    const { changes, create, service, library, clock, journal } = setUp()
    service.onCreate = failing('CONNECTION_REFUSED')
    const { changeId } = await create('x', production)
    await settle()
    service.onCreate = failing('REFUSED')
    if (name === 'edit') await changes.retry(production, changeId)
    await clock.advance(60_000)
    service.onCreate = async (arrive) => arrive()
    const arrivals = service.arrivals()
    const seen = { changeId, version: (await journal('production'))[0]?.version ?? 0 }
    const { pendingChanges } = library
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    library.pendingChanges = async (input) => {
      const found = await pendingChanges(input)
      await released
      return found
    }
    const call =
      name === 'retry' ? changes.retry(production, seen) : changes.editInsight(production, seen, typed('y'), never)
    const ended = call.catch((error: AppError) => error.code)
    await settle()
    changes.revokeApprovals('production')
    library.pendingChanges = pendingChanges
    release()
    const answer = await ended
    if (name === 'retry') expect(answer).toBe('ENVIRONMENT_CHANGED')
    expect(service.arrivals()).toBe(arrivals)
    expect(await journal('production')).toMatchObject([{ changeId, state: 'waiting' }])
  },
)

test('sends nothing when the approval is revoked while the journal is being written', async () => {
  const { changes, create, service, library, journal } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await create('x', production)
  await settle()
  service.onCreate = async (arrive) => arrive()
  const { moveChange } = library
  library.moveChange = async (move) => {
    if (move.state === 'sending') changes.revokeApprovals('production')
    return moveChange(move)
  }
  await changes.retry(production, changeId)
  expect(service.arrivals()).toBe(0)
  expect(await journal('production')).toMatchObject([{ changeId, state: 'waiting' }])
})

test.each([
  ['that waits', failing('CONNECTION_REFUSED'), 'waiting'],
  ['whose answer was lost', failingService, 'unknown'],
] as const)('sends nothing later when the library stops during the retry of a change %s', async (_, fail, state) => {
  const { changes, create, service, library, sync, clock, states } = setUp()
  const { onCreate, onList } = service
  service.onCreate = fail
  service.onList = failing('CONNECTION_REFUSED')
  const { changeId } = await create('x', production)
  await settle()
  expect(await states('production')).toEqual([state])
  Object.assign(service, { onCreate, onList })
  const { retryNow } = library
  library.retryNow = failing('LIBRARY_UNAVAILABLE')
  await expect(changes.retry(production, changeId)).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
  library.retryNow = retryNow
  await sync.now(production)
  await clock.advance(60_000)
  expect(service.arrivals()).toBe(0)
  expect(await states('production')).toEqual(['waiting'])
})

/** Holds a creation until the returned function is called, which fails it with the service out of reach. */
function holdCreation(service: ReturnType<typeof setUp>['service']): () => void {
  let refuse = () => {}
  service.onCreate = () =>
    new Promise((_, reject) => {
      refuse = () => reject(new AppError('CONNECTION_REFUSED', 'Out of reach.'))
    })
  return () => refuse()
}

test('a retry waits for an attempt under way in another call, and sends nothing twice', async () => {
  const { changes, create, service, journal } = setUp()
  const refuse = holdCreation(service)
  void create('x')
  await settle()
  const [change] = await journal()
  let hasEnded = false
  const retry = changes.retry(staging, change?.changeId ?? '').then(() => {
    hasEnded = true
  })
  await settle()
  expect(hasEnded).toBe(false)
  refuse()
  await retry
  expect(await journal()).toMatchObject([{ state: 'waiting', attempts: 1 }])
})

test('a retry during an attempt by the queue makes no further attempt', async () => {
  const { changes, create, service, journal, sync } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await create('x')
  await settle()
  const seen = { changeId, version: (await journal())[0]?.version ?? 0 }
  const refuse = holdCreation(service)
  await sync.now(staging)
  await settle()
  expect(await journal()).toMatchObject([{ state: 'sending' }])
  const during = changes.retry(staging, seen)
  await settle()
  refuse()
  await during
  expect(await journal()).toMatchObject([{ state: 'waiting', attempts: 2 }])
  // The page still shows the state before that attempt.
  service.onCreate = async (arrive) => arrive()
  await changes.retry(staging, seen)
  expect(service.titles(staging)).toEqual(['x'])
})

test('rejects the retry of a production change that was attempted since the person saw it', async () => {
  const { changes, create, service, journal } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await create('x', production)
  const seen = { changeId, version: (await journal('production'))[0]?.version ?? 0 }
  await changes.retry(production, seen)
  service.onCreate = async (arrive) => arrive()
  await expect(changes.retry(production, seen)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(service.arrivals()).toBe(0)
})

/** A retry that waits for its turn, behind a creation under way; `release` ends that one. */
async function setUpWaitingRetry() {
  const app = setUp()
  app.service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await app.create('x')
  await settle()
  const [entry] = await app.journal()
  if (entry === undefined) throw new Error('It was not stored.')
  const seen = { changeId, version: entry.version }
  const release = holdCreation(app.service)
  void app.create('y')
  await settle()
  const retry = () => {
    const retried = app.changes.retry(staging, seen)
    retried.catch(() => undefined)
    return retried
  }
  return { ...app, entry, seen, release, retry }
}

test('rejects a retry with NOT_FOUND when the change was discarded while it waited', async () => {
  const { changes, seen, release, retry, service } = await setUpWaitingRetry()
  const discarded = changes.discard(staging, seen)
  const retried = retry()
  await settle()
  release()
  await discarded
  await expect(retried).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(service.titles(staging)).toEqual([])
})

test('rejects a retry with CONFLICT when the change came to need review while it waited', async () => {
  const { library, entry, release, retry, journal } = await setUpWaitingRetry()
  const retried = retry()
  await settle()
  const { changeId, version, state, error, retryAt, attempt } = entry
  const review = { changeId, version, state, error, retryAt, attempt, needsReview: true }
  await library.moveChange({ environment: 'staging', ...review })
  release()
  await expect(retried).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await journal()).toMatchObject([{ changeId, needsReview: true }, {}])
})

test('rejects a retry with CONFLICT when the outcome became unknown since the person saw the change', async () => {
  const { changes, create, service, journal, sync } = setUp()
  const { onList } = service
  service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await create('x')
  await settle()
  const seen = { changeId, version: (await journal())[0]?.version ?? 0 }
  service.onCreate = failing('CONNECTION_LOST')
  service.onList = failing('CONNECTION_REFUSED')
  await changes.retry(staging, seen)
  expect(await journal()).toMatchObject([{ state: 'unknown' }])
  // It may need review next, so the queue would not make this retry by itself.
  await expect(changes.retry(staging, seen)).rejects.toMatchObject({ code: 'CONFLICT' })
  service.onList = onList
  await sync.now(staging)
})

test('a retry succeeds without resending when the change was sent meanwhile', async () => {
  const { changes, create, service, journal, sync } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await create('x')
  await settle()
  const seen = { changeId, version: (await journal())[0]?.version ?? 0 }
  service.onCreate = async (arrive) => arrive()
  await sync.now(staging)
  await settle()
  expect(service.titles(staging)).toEqual(['x'])
  await changes.retry(staging, seen)
  expect(service.titles(staging)).toEqual(['x'])
})
