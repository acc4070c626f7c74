import { beforeEach, describe, expect, test } from 'vitest'
import { createManualClock, settle } from '../testing/manual-clock'
import { createKeychain } from './keychain'
import { createMemoryDriver, type MemoryDriver } from './testing/memory-driver'
import { openKeychain } from './testing/open-keychain'

const profileId = 'f2d7a1de-6a7c-4d32-9be5-16f2b44a0c55'
let driver: MemoryDriver

beforeEach(() => {
  driver = createMemoryDriver()
})

describe('check', () => {
  test.each([
    ['open', 'available'],
    ['locked', 'locked'],
    ['missing', 'missing'],
  ] as const)('a driver that is %s makes the keychain %s', async (behaviour, state) => {
    driver.behave(behaviour)
    expect((await openKeychain({ driver, profileId })).state()).toBe(state)
  })

  test('without a driver, keeps secrets for the session only', async () => {
    const keychain = await openKeychain({ driver: null, profileId })
    expect(keychain.state()).toBe('missing')
    expect(await keychain.check()).toBe('missing')
    expect(await keychain.set('a', 's')).toBe('session')
    await keychain.delete('a')
    expect(await keychain.get('a')).toBeNull()
  })

  test('repeats a deletion that failed as soon as the keychain is back', async () => {
    await (await openKeychain({ driver, profileId })).set('a', 'kept')
    let accounts: readonly string[] = []
    const undeleted = {
      read: () => accounts,
      async save(next: readonly string[]) {
        accounts = next
      },
    }
    driver.behave('missing')
    const keychain = await openKeychain({ driver, profileId, undeleted })
    await keychain.delete('a')
    expect(accounts).toEqual(['a'])
    driver.behave('open')
    expect(await keychain.check()).toBe('available')
    expect(await keychain.get('a')).toBeNull()
    expect(accounts).toEqual([])
    expect([...driver.entries.values()]).not.toContain('kept')
  })

  test('stores nothing in the keychain while a completed deletion cannot be recorded', async () => {
    let isWritable = false
    let accounts: readonly string[] = ['a']
    const undeleted = {
      read: () => accounts,
      async save(next: readonly string[]) {
        if (!isWritable) throw new Error('read-only')
        accounts = next
      },
    }
    const keychain = await openKeychain({ driver, profileId, undeleted })
    expect(keychain.state()).not.toBe('available')
    expect(await keychain.set('a', 'new')).toBe('session')
    isWritable = true
    expect(await keychain.check()).toBe('available')
    expect(accounts).toEqual([])
  })

  test('throws, and keeps the secret for the session, when a deletion cannot be recorded', async () => {
    const undeleted = { read: () => [], save: () => Promise.reject(new Error('read-only')) }
    const keychain = await openKeychain({ driver: null, profileId, undeleted })
    await keychain.set('a', 's')
    await expect(keychain.delete('a')).rejects.toThrow('read-only')
    expect(await keychain.get('a')).toBe('s')
  })

  test.each([
    'User interaction is not allowed.',
    'User canceled the operation.',
    'The user name or passphrase you entered is not correct.',
    'Benutzerinteraktion ist nicht zulässig.',
    'An unknown error occurred.',
  ])('is locked when the keychain of macOS refuses with "%s"', async (message) => {
    const refusing = { ...driver, getPassword: () => Promise.reject(new Error(message)) }
    expect((await openKeychain({ driver: refusing, profileId, platform: 'darwin' })).state()).toBe('locked')
  })

  test('becomes available when the keychain is unlocked later', async () => {
    await openKeychain({ driver, profileId })
    driver.behave('locked')
    const keychain = await openKeychain({ driver, profileId })
    driver.behave('open')
    expect(keychain.state()).toBe('locked')
    expect(await keychain.check()).toBe('available')
  })

  test.each([
    ['the wrong one is in the settings', true, 'open'],
    ['the wrong one is in the second file', false, 'open'],
    ['the wrong one is in the settings and the keychain is locked at first', true, 'locked'],
  ] as const)('confirms the profile id that the keychain knows: %s', async (_, isWrongInSettings, first) => {
    const other = profileId.replace('f2', 'f3')
    const account = (id: string) => `library ${JSON.stringify([id, 'staging'])}`
    await (await openKeychain({ driver, profileId })).set(account(profileId), 'kept')
    driver.behave(first)
    const ids = isWrongInSettings ? { profileId: other, conflictingId: profileId } : { profileId, conflictingId: other }
    const confirmed: string[] = []
    const keychain = await openKeychain({ driver, ...ids, onIdConfirmed: (id) => confirmed.push(id) })
    driver.behave('open')
    await keychain.check()
    expect(confirmed).toEqual([profileId])
    expect(await keychain.get(account(ids.profileId))).toBe('kept')
    await keychain.set(account(ids.profileId), 'new')
    expect([...driver.entries.values()]).toContain('new')
    expect([...driver.entries.keys()].some((name) => name.includes(other))).toBe(false)
    await keychain.delete(account(ids.profileId))
    expect(driver.entries.size).toBe(1)
  })

  test('confirms the profile id in the settings when the keychain knows neither', async () => {
    const confirmed: string[] = []
    const conflictingId = profileId.replace('f2', 'f3')
    await openKeychain({ driver, profileId, conflictingId, onIdConfirmed: (id) => confirmed.push(id) })
    expect(confirmed).toEqual([profileId])
  })

  test('get and set wait for the first check', async () => {
    await (await openKeychain({ driver, profileId })).set('a', 'kept')
    driver.behave('hanging')
    const keychain = createKeychain({ driver, profileId })
    const secrets: unknown[] = []
    void keychain.get('a').then((secret) => secrets.push(secret))
    const saved = keychain.set('b', 'also kept')
    await settle()
    expect(secrets).toEqual([])
    driver.release()
    expect(await keychain.ready()).toBe('available')
    expect(await saved).toBe('keychain')
    expect(secrets).toEqual(['kept'])
  })

  test('get returns null once the first check has timed out', async () => {
    const clock = createManualClock()
    driver.behave('hanging')
    const keychain = createKeychain({ driver, profileId, timeoutMs: 1000, clock })
    const secret = keychain.get('a')
    await clock.advance(1000)
    expect(await secret).toBeNull()
    expect(keychain.state()).toBe('unresponsive')
  })

  test('a hanging call times out, and no other call is made until it returns', async () => {
    const clock = createManualClock()
    driver.behave('hanging')
    const opening = openKeychain({ driver, profileId, timeoutMs: 1000, clock })
    await settle()
    await clock.advance(999)
    expect(driver.calls()).toBe(1)
    await clock.advance(1)
    const keychain = await opening
    expect(keychain.state()).toBe('unresponsive')
    for (let index = 0; index < 5; index += 1) expect(await keychain.check()).toBe('unresponsive')
    expect(driver.calls()).toBe(1)
    driver.release()
    await settle()
    expect(await keychain.check()).toBe('available')
  })
})

describe('secrets', () => {
  test('are stored, replaced and deleted', async () => {
    const keychain = await openKeychain({ driver, profileId })
    expect(await keychain.get('a')).toBeNull()
    expect(await keychain.set('a', 'one')).toBe('keychain')
    expect(await keychain.set('a', 'two')).toBe('keychain')
    expect(await (await openKeychain({ driver, profileId })).get('a')).toBe('two')
    await keychain.delete('a')
    expect(await keychain.get('a')).toBeNull()
    await keychain.delete('a')
  })

  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(2561)],
    ['too long in UTF-8', 'ü'.repeat(1281)],
    ['text with a NUL', 'a\0b'],
    ['half a character', 'a\ud800'],
  ])('a secret that is %s is refused and not stored', async (_, secret) => {
    const keychain = await openKeychain({ driver, profileId })
    await expect(keychain.set('a', secret)).rejects.toMatchObject({ code: 'TOKEN_UNSTORABLE' })
    expect(await keychain.get('a')).toBeNull()
  })

  test('of 2,560 bytes are stored', async () => {
    const keychain = await openKeychain({ driver, profileId })
    expect(await keychain.set('a', 'ü'.repeat(1280))).toBe('keychain')
  })

  test('set for the session take precedence over the keychain and are not written to it', async () => {
    const keychain = await openKeychain({ driver, profileId })
    await keychain.set('a', 'old')
    keychain.setForSession('a', 'new')
    expect(keychain.isForSession('a')).toBe(true)
    expect(await keychain.get('a')).toBe('new')
    expect([...driver.entries.values()]).not.toContain('new')
    expect(await keychain.set('a', 'newer')).toBe('keychain')
    expect(keychain.isForSession('a')).toBe(false)
    expect(await keychain.get('a')).toBe('newer')
  })

  test.each(['locked', 'missing'] as const)(
    'are kept for the session when the keychain becomes %s',
    async (behaviour) => {
      const keychain = await openKeychain({ driver, profileId })
      driver.behave(behaviour)
      expect(await keychain.set('a', 'secret')).toBe('session')
      expect(keychain.state()).toBe(behaviour)
      expect(await keychain.get('a')).toBe('secret')
      expect(await keychain.get('b')).toBeNull()
    },
  )

  test('are kept for the session when the driver loses them', async () => {
    const lossyDriver = { ...driver, setPassword: async () => {} }
    await openKeychain({ driver, profileId })
    const keychain = await openKeychain({ driver: lossyDriver, profileId })
    expect(keychain.state()).toBe('available')
    expect(await keychain.set('a', 'secret')).toBe('session')
  })

  test('get and delete throw KEYCHAIN_LOCKED when the keychain was locked meanwhile', async () => {
    const keychain = await openKeychain({ driver, profileId })
    await keychain.set('a', 'secret')
    driver.behave('locked')
    await expect(keychain.get('a')).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' })
    await expect(keychain.delete('a')).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' })
    driver.behave('open')
    await keychain.check()
    expect(await keychain.get('a')).toBe('secret')
  })
})
