// A creation that the list names and nobody can read is at the service: it must not be sent once more.
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { setUp, staging } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'

test('a lost creation that comes back unreadable has arrived', async () => {
  const { create, service, journal, states, sync, library } = setUp()
  const { onList } = service
  let sendings = 0
  service.onList = async () => {
    throw new AppError('CONNECTION_REFUSED', 'Not now.')
  }
  service.onCreate = async () => {
    sendings += 1
    throw new AppError('CONNECTION_LOST', 'Its answer is lost.')
  }
  expect(await create('x')).toMatchObject({ state: 'unknown' })
  await settle()
  const [entry] = await journal()
  service.add(staging, { id: entry?.targetId ?? '', isUnreadable: true })
  service.onList = onList
  await sync.now(staging)
  await settle()
  expect(sendings).toBe(1)
  expect(await states()).toEqual([])
  expect(library.settled).toMatchObject([{ targetId: entry?.targetId, state: 'done' }])
})
