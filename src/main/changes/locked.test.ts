// Locking an environment also stops changes that were submitted before and not sent yet, and revokes approvals.
import { expect, test } from 'vitest'
import { failing, never, production, setUp } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'

/** One creation is in flight until `answer`; `setLocked` locks and unlocks production. */
async function setUpInFlight() {
  let isLocked = false
  const app = setUp({ isLocked: () => isLocked })
  let answer = () => {}
  app.service.onCreate = (arrive) =>
    new Promise((resolve) => {
      answer = () => resolve(arrive())
    })
  const first = app.create('first', production)
  await settle()
  app.service.onCreate = async (arrive) => arrive()
  const setLocked = (value: boolean) => {
    isLocked = value
  }
  return { ...app, first, answer: () => answer(), setLocked }
}

test('sends no change queued behind a request in flight when the environment is locked meanwhile', async () => {
  const { create, changes, service, first, answer, setLocked, states, sync } = await setUpInFlight()
  const second = create('second', production)
  const deletion = changes.deleteKnowledge(production, 'k1', never).catch((thrown: unknown) => thrown)
  const link = changes.relateMetric(production, 'signups', 'add', ['o1'], never)
  await settle()
  setLocked(true)
  answer()
  expect(await first).toMatchObject({ state: 'done' })
  expect(await second).toMatchObject({ state: 'waiting', error: { code: 'ENVIRONMENT_LOCKED' } })
  expect(await deletion).toMatchObject({ code: 'ENVIRONMENT_LOCKED' })
  expect(await link).toMatchObject({ state: 'waiting', error: { code: 'ENVIRONMENT_LOCKED' } })
  await settle()
  expect(service.titles(production)).toEqual(['first'])
  expect(service.requests).toEqual([])
  // The creation and the link wait; the deletion was dropped.
  expect(await states('production')).toEqual(['waiting', 'waiting'])
  await sync.now(production)
  await settle()
  expect(service.arrivals()).toBe(1)
})

test('sends a change at once when the person approves it after unlocking', async () => {
  const { create, changes, service, first, answer, setLocked, states } = await setUpInFlight()
  const second = create('second', production)
  await settle()
  setLocked(true)
  answer()
  await first
  const { changeId } = await second
  setLocked(false)
  await changes.send(production, [changeId], never)
  expect(service.titles(production)).toEqual(['first', 'second'])
  expect(await states('production')).toEqual([])
})

test('sends nothing when the environment is locked while the journal is being written', async () => {
  let isLocked = false
  const { create, library, service, states } = setUp({ isLocked: () => isLocked })
  const { moveChange } = library
  library.moveChange = async (move) => {
    if (move.state === 'sending') isLocked = true
    return moveChange(move)
  }
  expect(await create('x', production)).toMatchObject({ state: 'waiting', error: { code: 'ENVIRONMENT_LOCKED' } })
  expect(service.arrivals()).toBe(0)
  expect(await states('production')).toEqual(['waiting'])
})

test('does not send a change approved before the environment was locked, even once reconciled', async () => {
  let isLocked = false
  const { create, changes, service, states, journal, sync, clock } = setUp({ isLocked: () => isLocked })
  sync.open(production)
  await settle()
  const { onCreate, onList } = service
  service.onCreate = failing('TIMEOUT')
  service.onList = failing('TIMEOUT')
  await create('lost', production)
  await clock.advance(100)
  expect(await states('production')).toEqual(['unknown'])
  service.onCreate = onCreate
  let answer = () => {}
  service.onList = async (arrive) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return arrive()
  }
  const [entry] = await journal('production')
  const sending = changes.send(production, [entry?.changeId ?? ''], never)
  await settle()
  isLocked = true
  service.onList = onList
  answer()
  await sending
  await settle()
  isLocked = false
  await sync.now(production)
  await clock.advance(100_000)
  expect(service.arrivals()).toBe(0)
  expect(await states('production')).toEqual(['waiting'])
})

test('does not send a change approved before the environment was locked and unlocked again', async () => {
  const { create, changes, service, states, journal, sync, clock } = setUp()
  const { onCreate, onList } = service
  service.onCreate = failing('TIMEOUT')
  service.onList = failing('TIMEOUT')
  await create('lost', production)
  const [entry] = await journal('production')
  await changes.send(production, [entry?.changeId ?? ''], never)
  expect(await states('production')).toEqual(['unknown'])
  changes.revokeApprovals('production')
  Object.assign(service, { onCreate, onList })
  await sync.now(production)
  await clock.advance(100_000)
  expect(service.arrivals()).toBe(0)
  expect(await states('production')).toEqual(['waiting'])
})

test('reconciles a lost answer while the environment is locked', async () => {
  let isLocked = false
  const { create, service, states, library, clock } = setUp({ isLocked: () => isLocked })
  const { onList } = service
  service.onList = failing('CONNECTION_REFUSED')
  service.onCreate = async (arrive) => {
    arrive()
    return failing('CONNECTION_LOST')()
  }
  await create('x', production)
  isLocked = true
  service.onList = onList
  await clock.advance(60_000)
  expect(await states('production')).toEqual([])
  expect(library.settled).toMatchObject([{ state: 'done' }])
})

test('requests the list for a change that an earlier run left in flight in a locked environment', async () => {
  let isLocked = false
  const { create, service, states, restart, library, clock } = setUp({ isLocked: () => isLocked })
  service.onCreate = async (arrive) => {
    arrive()
    return new Promise(() => {})
  }
  void create('x', production)
  await settle()
  expect(await states('production')).toEqual(['sending'])
  isLocked = true
  await restart().changes.recover('production')
  await clock.advance(60_000)
  expect(await states('production')).toEqual([])
  expect(library.settled).toMatchObject([{ state: 'done' }])
})

test('leaves the change waiting when the environment is locked, even briefly, while the request waits for a proxy', async () => {
  const isLocked = false
  const { create, changes, service, states } = setUp({ isLocked: () => isLocked })
  service.onCreate = async (arrive) => {
    const check = changes.watchLock('production')
    changes.revokeApprovals('production')
    check()
    return arrive()
  }
  expect(await create('x', production)).toMatchObject({ state: 'waiting', error: { code: 'ENVIRONMENT_LOCKED' } })
  expect(service.arrivals()).toBe(0)
  expect(await states('production')).toEqual(['waiting'])
})
