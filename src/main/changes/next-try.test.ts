// What waits always has a next try, whatever failed, and in whatever order: nobody has to look after it.
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { WorkspaceRef } from '../../contract/workspace'
import { failing, madeOffline, production, staging } from '../testing/changes-setting'

const development: WorkspaceRef = { ...staging, environment: 'development' }

test.each(['SERVICE_FAILED', 'NOT_THE_SERVICE', 'REDIRECTED', 'TLS_UNTRUSTED'] as const)(
  'what %s kept in goes out by itself when that has passed, also when the network was away in between',
  async (code) => {
    const { sync, service, clock, comeBack, states } = await madeOffline()
    sync.open(development)
    service.onList = failing(code, { retryable: code === 'SERVICE_FAILED' || code === 'NOT_THE_SERVICE' })
    await clock.advance(600_000)
    service.onList = failing('CONNECTION_REFUSED')
    await clock.advance(300_000)
    comeBack()
    await clock.advance(60_000)
    expect(service.titles(staging)).toEqual(['typed offline'])
    expect(await states()).toEqual([])
  },
)

test('a queue whose changes fail while its lists are read goes out when that has passed, wherever the person is', async () => {
  const { sync, service, clock, comeBack, states } = await madeOffline()
  sync.open(development)
  comeBack()
  const { onCreate } = service
  service.onCreate = failing('SERVICE_FAILED')
  await clock.advance(3_600_000)
  expect(await states()).toEqual(['unknown'])
  service.onCreate = onCreate
  await clock.advance(300_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test('started without a network, and left before it came: what waited there goes out all the same', async () => {
  const { restart, service, clock, comeBack, sync, changes } = await madeOffline()
  await sync.dispose()
  await changes.dispose()
  const next = restart()
  next.sync.open(staging)
  next.changes.wake('staging')
  await clock.advance(1_000)
  next.sync.open(development)
  await clock.advance(60_000)
  comeBack()
  await clock.advance(60_000)
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test('a switch every few minutes does not put the next try off for ever', async () => {
  const { sync, service, clock, comeBack } = await madeOffline()
  sync.open(development)
  service.onList = failing('SERVICE_FAILED')
  await clock.advance(600_000)
  comeBack()
  // Only the one that waits is reached, so that the syncs of the open ones do not take it along.
  const { streamList } = service.client
  service.client.streamList = async (target, ...rest) => {
    if (target.workspace.environment !== 'staging') throw new AppError('CONNECTION_REFUSED', 'Refused.')
    return streamList(target, ...rest)
  }
  for (let turn = 0; turn < 4; turn += 1) {
    sync.open(turn % 2 === 0 ? production : development)
    await clock.advance(100_000)
  }
  expect(service.titles(staging)).toEqual(['typed offline'])
})

test('a step that fails while the queue rests for it leaves the queue its next try', async () => {
  const { sync, changes, service, clock, comeBack } = await madeOffline()
  comeBack()
  const { onCreate } = service
  service.onCreate = failing('SERVICE_FAILED')
  await clock.advance(60_000)
  sync.open(development)
  await sync.forget('staging')
  const refused = changes.pause('staging', failing('KEYCHAIN_LOCKED'))
  await expect(refused).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' })
  service.onCreate = onCreate
  await clock.advance(10_000)
  expect(service.arrivals()).toBe(1)
})
