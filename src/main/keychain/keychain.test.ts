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

describe('the state of the keychain', () => {
  test.each([
    ['open', 'available'],
    ['locked', 'locked'],
    ['missing', 'missing'],
  ] as const)('a driver that is %s: %s', async (behaviour, state) => {
    driver.behave(behaviour)
    expect((await openKeychain({ driver, profileId })).state()).toBe(state)
  })

  test('no driver at all', async () => {
    const keychain = await openKeychain({ driver: null, profileId })
    expect(keychain.state()).toBe('missing')
    expect(await keychain.check()).toBe('missing')
    expect(await keychain.set('a', 's')).toBe('session')
    await keychain.delete('a')
    expect(await keychain.get('a')).toBeNull()
  })

  test('macOS refuses a locked keychain in words', async () => {
    const refusing = { ...driver, getPassword: () => Promise.reject(new Error('User interaction is not allowed.')) }
    expect((await openKeychain({ driver: refusing, profileId })).state()).toBe('locked')
  })

  test('locked at the start and unlocked later', async () => {
    await openKeychain({ driver, profileId })
    driver.behave('locked')
    const keychain = await openKeychain({ driver, profileId })
    driver.behave('open')
    expect(keychain.state()).toBe('locked')
    expect(await keychain.check()).toBe('available')
  })

  test.each([
    ['the settings say another', true, 'open'],
    ['the second file says another', false, 'open'],
    ['the settings say another, and it is locked at first', true, 'locked'],
  ] as const)('of two ids the one that it knows: %s', async (_, isOther, first) => {
    const other = profileId.replace('f2', 'f3')
    const account = (id: string) => `library ${JSON.stringify([id, 'staging'])}`
    await (await openKeychain({ driver, profileId })).set(account(profileId), 'kept')
    driver.behave(first)
    const said = isOther ? { profileId: other, otherId: profileId } : { profileId, otherId: other }
    const known: string[] = []
    const keychain = await openKeychain({ driver, ...said, onId: (id) => known.push(id) })
    driver.behave('open')
    await keychain.check()
    expect(known).toEqual([profileId])
    expect(await keychain.get(account(said.profileId))).toBe('kept')
    await keychain.set(account(said.profileId), 'new')
    expect([...driver.entries.values()]).toContain('new')
    expect([...driver.entries.keys()].some((name) => name.includes(other))).toBe(false)
    await keychain.delete(account(said.profileId))
    expect(driver.entries.size).toBe(1)
  })

  test('of two ids none of which it knows, the one in the settings', async () => {
    const known: string[] = []
    const otherId = profileId.replace('f2', 'f3')
    await openKeychain({ driver, profileId, otherId, onId: (id) => known.push(id) })
    expect(known).toEqual([profileId])
  })

  test('the first look holds nobody up but who asks', async () => {
    await (await openKeychain({ driver, profileId })).set('a', 'kept')
    driver.behave('hanging')
    const keychain = createKeychain({ driver, profileId })
    const found: unknown[] = []
    void keychain.get('a').then((secret) => found.push(secret))
    const saved = keychain.set('b', 'also kept')
    await settle()
    expect(found).toEqual([])
    driver.release()
    expect(await keychain.ready()).toBe('available')
    expect(await saved).toBe('keychain')
    expect(found).toEqual(['kept'])
  })

  test('whoever asks a keychain that never answers is told after its time', async () => {
    const clock = createManualClock()
    driver.behave('hanging')
    const keychain = createKeychain({ driver, profileId, timeoutMs: 1000, clock })
    const found = keychain.get('a')
    await clock.advance(1000)
    expect(await found).toBeNull()
    expect(keychain.state()).toBe('unresponsive')
  })

  test('a call that hangs is given up after its time, and no other is made meanwhile', async () => {
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
  test('stay, are replaced, and go', async () => {
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
    ['with a NUL', 'a\0b'],
    ['half a character', 'a\ud800'],
  ])('%s is refused, and nothing is kept', async (_, secret) => {
    const keychain = await openKeychain({ driver, profileId })
    await expect(keychain.set('a', secret)).rejects.toMatchObject({ code: 'TOKEN_UNSTORABLE' })
    expect(await keychain.get('a')).toBeNull()
  })

  test('2,560 bytes fit', async () => {
    const keychain = await openKeychain({ driver, profileId })
    expect(await keychain.set('a', 'ü'.repeat(1280))).toBe('keychain')
  })

  test('kept for the session go before what the keychain has, and never into it', async () => {
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
    'a keychain that becomes %s keeps new ones for the session',
    async (now) => {
      const keychain = await openKeychain({ driver, profileId })
      driver.behave(now)
      expect(await keychain.set('a', 'secret')).toBe('session')
      expect(keychain.state()).toBe(now)
      expect(await keychain.get('a')).toBe('secret')
      expect(await keychain.get('b')).toBeNull()
    },
  )

  test('a driver that loses what it was given does not count as kept', async () => {
    const losing = { ...driver, setPassword: async () => {} }
    await openKeychain({ driver, profileId })
    const keychain = await openKeychain({ driver: losing, profileId })
    expect(keychain.state()).toBe('available')
    expect(await keychain.set('a', 'secret')).toBe('session')
  })

  test('locked in the middle: neither "nothing there" nor "deleted" is believed', async () => {
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
