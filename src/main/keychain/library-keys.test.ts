import { expect, test } from 'vitest'
import { createKeychain } from './keychain'
import { createLibraryKeys } from './library-keys'
import { createMemoryDriver } from './testing/memory-driver'
import { openKeychain } from './testing/open-keychain'

const profileId = 'f2d7a1de-6a7c-4d32-9be5-16f2b44a0c55'

test('creates one key per environment and finds it after a restart', async () => {
  const driver = createMemoryDriver()
  const keys = createLibraryKeys({ keychain: await openKeychain({ driver, profileId }), profileId })
  expect(await keys.read('staging')).toBeNull()
  const made = await keys.create('staging')
  expect(made?.key).toMatch(/^[0-9a-f]{64}$/)
  expect(made?.generation).toMatch(/^[0-9a-f-]{36}$/)
  expect(await keys.read('staging')).toEqual(made)
  expect(await keys.read('production')).toBeNull()
  expect((await keys.create('production'))?.key).not.toBe(made?.key)
  const afterRestart = createLibraryKeys({ keychain: await openKeychain({ driver, profileId }), profileId })
  expect(await afterRestart.read('staging')).toEqual(made)
})

test('reports a missing keychain, and creates no key without it', async () => {
  const keys = createLibraryKeys({ keychain: await openKeychain({ driver: null, profileId }), profileId })
  expect(await keys.read('staging')).toBe('NO_KEYCHAIN')
  expect(await keys.create('staging')).toBeNull()
})

test('throws KEYCHAIN_LOCKED instead of creating a second key', async () => {
  const driver = createMemoryDriver()
  const keychain = await openKeychain({ driver, profileId })
  const keys = createLibraryKeys({ keychain, profileId })
  const made = await keys.create('staging')
  driver.behave('locked')
  const locked = { code: 'KEYCHAIN_LOCKED' }
  await expect(keys.read('staging')).rejects.toMatchObject(locked)
  await expect(keys.read('staging')).rejects.toMatchObject(locked)
  await expect(keys.create('staging')).rejects.toMatchObject(locked)
  driver.behave('open')
  await keychain.check()
  expect(await keys.read('staging')).toEqual(made)
})

test('returns no key if the keychain did not store it', async () => {
  const driver = createMemoryDriver()
  const keychain = await openKeychain({ driver, profileId })
  const keys = createLibraryKeys({ keychain, profileId })
  driver.behave('locked')
  expect(await keys.create('staging')).toBeNull()
  driver.behave('open')
  await keychain.check()
  expect(await keys.read('staging')).toBeNull()
})

test.each(['nonsense', '{"key":"short","generation":"x"}'])('treats the entry %s as no key', async (text) => {
  const driver = createMemoryDriver()
  const keychain = await openKeychain({ driver, profileId })
  const keys = createLibraryKeys({ keychain, profileId })
  await keys.create('staging')
  const [account] = [...driver.entries.keys()].filter((name) => name.includes('staging'))
  driver.entries.set(account ?? '', text)
  expect(await keys.read('staging')).toBeNull()
})

test('waits for the first check before reading or creating a key', async () => {
  const driver = createMemoryDriver()
  const made = await createLibraryKeys({ keychain: await openKeychain({ driver, profileId }), profileId }).create(
    'staging',
  )
  driver.behave('hanging')
  const keys = createLibraryKeys({ keychain: createKeychain({ driver, profileId }), profileId })
  const read = keys.read('staging')
  const second = createLibraryKeys({ keychain: createKeychain({ driver, profileId }), profileId }).create('production')
  driver.release()
  expect(await read).toEqual(made)
  expect(await second).not.toBeNull()
})

test('deletes the key of one environment only', async () => {
  const driver = createMemoryDriver()
  const keys = createLibraryKeys({ keychain: await openKeychain({ driver, profileId }), profileId })
  const productionKey = await keys.create('production')
  await keys.create('staging')
  await keys.delete('staging')
  expect(await keys.read('staging')).toBeNull()
  expect(await keys.read('production')).toEqual(productionKey)
})
