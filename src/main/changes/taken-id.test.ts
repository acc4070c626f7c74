import { expect, test } from 'vitest'
import { failing, production, setUp, staging } from '../testing/changes-setting'

test('an id that was taken before the app ended: the change fails in the next run and can be edited', async () => {
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

test('a retry that is refused leaves the backoff of the queue alone', async () => {
  const { create, changes, service, clock, journal } = setUp()
  const { onCreate } = service
  service.onCreate = failing('REFUSED', { status: 400, fields: [{ path: ['id'], message: 'It exists.' }] })
  const { changeId } = await create('taken')
  await clock.advance(60_000)
  expect(await journal()).toMatchObject([{ state: 'failed' }])
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('waits')
  await expect(changes.retry(staging, changeId)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  service.onCreate = onCreate
  await clock.advance(120_000)
  expect(service.titles(staging)).toEqual(['waits'])
})
