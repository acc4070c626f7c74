// While an environment is led to another address, or locked, what was wished just before waits in the lane behind it: it
// was not meant for there.
import { expect, test } from 'vitest'
import { createAskFirst } from '../environments/ask-first'
import { settle } from '../testing/manual-clock'
import { failing, never, production, setUp, staging } from '../testing/outbox-setting'
import { createDisowned } from './disowned'

/** Begins to ask about what waits, and ends when it is let go. */
function move({ outbox, library }: ReturnType<typeof setUp>, environment = staging.environment) {
  let end = () => {}
  const isOver = new Promise<void>((resolve) => {
    end = resolve
  })
  const askFirst = createAskFirst({
    libraries: { library, modeOf: () => 'encrypted' },
    files: { exist: async () => true },
    disowned: createDisowned([], async () => {}),
    outbox,
    emit: () => {},
  })
  const done = askFirst({ environment, workspace: null }, () => isOver)
  return { end: () => done.then(settle, settle), letGo: () => end() }
}

test('what is made meanwhile is asked about', async () => {
  const app = setUp()
  const moving = move(app)
  const made = app.create('for the old address')
  await settle()
  moving.letGo()
  expect(await made).toMatchObject({ state: 'waiting', error: null })
  await moving.end()
  await app.sync.now(staging)
  await app.clock.advance(60_000)
  expect(app.service.arrivals()).toBe(0)
  expect(await app.journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
})

test('what cannot wait is not done', async () => {
  const app = setUp()
  const moving = move(app)
  const deleted = app.outbox.deleteKnowledge(staging, 'document', never)
  await settle()
  moving.letGo()
  await expect(deleted).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(await app.journal()).toEqual([])
  expect(app.service.arrivals()).toBe(0)
})

test('a word that was given before or meanwhile does not count after it, for one change and for several', async () => {
  const app = setUp()
  const { service, create, journal, outbox } = app
  const { onCreate } = service
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('one', production)
  await create('two', production)
  service.onCreate = onCreate
  const [one, two] = (await journal('production')).map(({ changeId }) => changeId)
  const retry = () => outbox.retry(production, one ?? '')
  const send = () => outbox.send(production, [one ?? '', two ?? ''], never)
  for (const [wish, isWhileItIsWritten] of [
    [retry, false],
    [retry, true],
    [send, false],
    [send, true],
  ] as const) {
    const moving = move(app, 'production')
    if (isWhileItIsWritten) await settle()
    const wished = wish()
    await settle()
    moving.letGo()
    await wished
    await moving.end()
    expect(service.arrivals()).toBe(0)
  }
  expect((await journal('production')).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  await outbox.send(production, [one ?? '', two ?? ''], never)
  expect(service.titles(production)).toEqual(['one', 'two'])
})

test('an id that was taken before the app ended is a refusal still, which can be mended', async () => {
  const { create, service, journal, clock, restart, sync, outbox } = setUp()
  service.onCreate = failing('REFUSED', { fields: [{ path: ['id'], message: 'It exists.' }] })
  const { onList } = service
  service.onList = failing('CONNECTION_REFUSED')
  await create('x', production)
  expect(await journal('production')).toMatchObject([{ state: 'unknown' }])
  await sync.dispose()
  await outbox.dispose()
  service.onList = onList
  const next = restart()
  await next.outbox.recover('production')
  await next.sync.now(production)
  await clock.advance(5_000)
  expect(await journal('production')).toMatchObject([{ state: 'failed', error: { code: 'REFUSED' } }])
})

test('a wish that is refused leaves the queue its own next try', async () => {
  const { create, outbox, service, clock, journal } = setUp()
  const { onCreate } = service
  service.onCreate = failing('REFUSED', { status: 400, fields: [{ path: ['id'], message: 'It exists.' }] })
  const { changeId } = await create('taken')
  await clock.advance(60_000)
  expect(await journal()).toMatchObject([{ state: 'failed' }])
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('waits')
  await expect(outbox.retry(staging, changeId)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  service.onCreate = onCreate
  await clock.advance(120_000)
  expect(service.titles(staging)).toEqual(['waits'])
})
