// The person gave another token: what had stopped trying is tried with it, without waiting for its own next try.
import { expect, test } from 'vitest'
import { failing, setUp, staging } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'

test('another token frees at once a queue that the service failed again and again', async () => {
  const { create, changes, service, clock } = setUp()
  const { onCreate } = service
  let tries = 0
  service.onCreate = async () => {
    tries += 1
    return failing('SERVICE_FAILED')()
  }
  await create('waits')
  while (tries < 5) await clock.advance(1_000)
  service.onCreate = onCreate
  await changes.wake('staging')
  await settle()
  expect(service.titles(staging)).toEqual([])
  await changes.tryAgain('staging')
  await settle()
  expect(service.titles(staging)).toEqual(['waits'])
})
