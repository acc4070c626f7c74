// What the changes does about changes whose answer it does not have.
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { failing, setUp, staging } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'

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
    throw new AppError('CONNECTION_LOST', 'Lost.')
  }
  const { insightId } = await create('x')
  await settle()
  expect(await states()).toEqual(['unknown'])
  await clock.advance(1_000)
  expect(order).toEqual(['create', 'list', 'create'])
  expect(await library.insightIds(staging)).toEqual([insightId])
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
  expect(await library.insightIds(staging)).toEqual([insightId])
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
  await next.changes.recover('staging')
  expect(await states()).toEqual(['unknown'])
  next.sync.open(staging)
  await settle()
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(1)
})

test('many changes at once: the journal is read in proportion to them, not to their square', async () => {
  const { create, library, states } = setUp()
  const { pendingChanges } = library
  let reads = 0
  library.pendingChanges = async (input) => {
    reads += 1
    return pendingChanges(input)
  }
  const changes = 40
  await Promise.all(Array.from({ length: changes }, (_, place) => create(`insight ${place}`)))
  await settle()
  expect(await states()).toEqual([])
  expect(reads).toBeLessThan(changes * 6)
})

test('what the person sends again waits until what is on its way has its answer', async () => {
  const { create, service, changes, journal } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('waits')
  let underWay = 0
  let most = 0
  let answer = () => {}
  service.onCreate = async (arrive) => {
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    underWay -= 1
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
  expect(most).toBe(1)
  expect(service.titles(staging)).toEqual(['first', 'waits'])
})
