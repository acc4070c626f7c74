// Locking holds for what is still waiting for its turn, not only for what is asked for afterwards.
import { expect, test } from 'vitest'
import { settle } from '../testing/manual-clock'
import { failing, never, production, setUp } from '../testing/outbox-setting'

/** One creation is on its way and hangs until `answer`; production is locked by `lock`. */
async function hanging() {
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
  const setLocked = (to: boolean) => {
    isLocked = to
  }
  return { ...app, first, answer: () => answer(), setLocked }
}

test('what stood behind a request that hung is not sent once it is locked', async () => {
  const { create, outbox, service, first, answer, setLocked, states, sync } = await hanging()
  const second = create('second', production)
  const deletion = outbox.deleteKnowledge(production, 'k1', never).catch((thrown: unknown) => thrown)
  const link = outbox.relateMetric(production, 'signups', 'add', ['o1'], never)
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
  // The creation and the link were kept; the deletion is over.
  expect(await states('production')).toEqual(['waiting', 'waiting'])
  await sync.now(production)
  await settle()
  expect(service.arrivals()).toBe(1)
})

test('after unlocking, what was kept goes out at the word of the person, without any wait', async () => {
  const { create, outbox, service, first, answer, setLocked, states } = await hanging()
  const second = create('second', production)
  await settle()
  setLocked(true)
  answer()
  await first
  const { changeId } = await second
  setLocked(false)
  await outbox.send(production, [changeId], never)
  expect(service.titles(production)).toEqual(['first', 'second'])
  expect(await states('production')).toEqual([])
})

test('it holds as well while the journal is being written', async () => {
  let isLocked = false
  const { create, library, service, states } = setUp({ isLocked: () => isLocked })
  const { markChange } = library
  library.markChange = async (mark) => {
    if (mark.state === 'sending') isLocked = true
    return markChange(mark)
  }
  expect(await create('x', production)).toMatchObject({ state: 'waiting', error: { code: 'ENVIRONMENT_LOCKED' } })
  expect(service.arrivals()).toBe(0)
  expect(await states('production')).toEqual(['waiting'])
})

test('a word does not outlive the lock: what may have arrived waits for another one after unlocking', async () => {
  let isLocked = false
  const { create, outbox, service, states, journal, sync, clock } = setUp({ isLocked: () => isLocked })
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
  const word = outbox.send(production, [entry?.changeId ?? ''], never)
  await settle()
  isLocked = true
  service.onList = onList
  answer()
  await word
  await settle()
  isLocked = false
  await sync.now(production)
  await clock.advance(5_000)
  expect(service.arrivals()).toBe(0)
  expect(await states('production')).toEqual(['waiting'])
})

test('nor where it was locked and unlocked while nothing happened', async () => {
  const { create, outbox, service, states, journal, sync, clock } = setUp()
  const { onCreate, onList } = service
  service.onCreate = failing('TIMEOUT')
  service.onList = failing('TIMEOUT')
  await create('lost', production)
  const [entry] = await journal('production')
  await outbox.send(production, [entry?.changeId ?? ''], never)
  expect(await states('production')).toEqual(['unknown'])
  outbox.revokeApprovals('production')
  Object.assign(service, { onCreate, onList })
  await sync.now(production)
  await clock.advance(5_000)
  expect(service.arrivals()).toBe(0)
  expect(await states('production')).toEqual(['waiting'])
})
