import { UnsecuredJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import type { Keychain } from './keychain'
import { createMemoryDriver, type MemoryDriver } from './testing/memory-driver'
import { openKeychain } from './testing/open-keychain'
import { createTokens, type TokenPlace, type Tokens } from './tokens'

const profileId = 'f2d7a1de-6a7c-4d32-9be5-16f2b44a0c55'
const place: TokenPlace = { environment: 'staging', organisationId: 'org', origin: 'https://a.example.com' }
let driver: MemoryDriver
let keychain: Keychain
let tokens: Tokens

beforeEach(async () => {
  driver = createMemoryDriver()
  keychain = await openKeychain({ driver, profileId })
  tokens = createTokens({ keychain, profileId })
})

test('finds a token for its own environment, organisation and origin only', async () => {
  await tokens.save(place, 'token')
  expect(await tokens.find(place)).toBe('token')
  for (const other of [
    { environment: 'production' },
    { organisationId: 'other' },
    { origin: 'https://b.example.com' },
    { origin: 'http://a.example.com' },
    { origin: 'https://a.example.com:8443' },
  ] as const) {
    expect(await tokens.find({ ...place, ...other })).toBeNull()
  }
  const neighbour = '0b0d7d02-7b2f-4a8b-a7b4-1f6a3f0d9f10'
  expect(await createTokens({ keychain, profileId: neighbour }).find(place)).toBeNull()
})

test('distinguishes account names that would be equal if joined without quoting', async () => {
  await tokens.save({ ...place, organisationId: 'a","b' }, 'one')
  expect(await tokens.find({ ...place, organisationId: 'a' })).toBeNull()
})

test('stateOf returns where the token is kept and when it expires', async () => {
  const exp = Date.UTC(2030, 0, 1) / 1000
  const jwt = new UnsecuredJWT({}).setExpirationTime(exp).encode()
  expect(await tokens.stateOf(place)).toEqual({ kept: 'none', expiresAt: null })
  const state = { kept: 'keychain', expiresAt: '2030-01-01T00:00:00.000Z' }
  expect(await tokens.save(place, jwt)).toEqual(state)
  expect(await tokens.stateOf(place)).toEqual(state)
  expect(await createTokens({ keychain, profileId }).stateOf(place)).toEqual(state)
})

test.each(['opaque', 'a.b.c', new UnsecuredJWT({}).encode(), new UnsecuredJWT({ exp: 1e300 }).encode()])(
  'returns no expiry for %s',
  async (token) => {
    expect((await tokens.save(place, token)).expiresAt).toBeNull()
  },
)

test('keeps an oversized token for the session, and removes the previous one from the keychain', async () => {
  await tokens.save(place, 'old')
  const long = 'x'.repeat(3000)
  expect(await tokens.save(place, long)).toEqual({ kept: 'session', expiresAt: null })
  expect(await tokens.find(place)).toBe(long)
  expect((await tokens.stateOf(place)).kept).toBe('session')
  const afterRestart = createTokens({ keychain: await openKeychain({ driver, profileId }), profileId })
  expect(await afterRestart.find(place)).toBeNull()
})

test('with a locked keychain, stateOf shows no token and find throws KEYCHAIN_LOCKED', async () => {
  await tokens.save(place, 'token')
  driver.behave('locked')
  const fresh = createTokens({ keychain, profileId })
  await expect(fresh.find(place)).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' })
  expect((await fresh.stateOf(place)).kept).toBe('none')
})

test('does not find a deleted token, and leaves nothing of it in the keychain', async () => {
  await tokens.save(place, 'token')
  await tokens.delete(place)
  expect(await tokens.find(place)).toBeNull()
  expect(await tokens.stateOf(place)).toEqual({ kept: 'none', expiresAt: null })
  expect([...driver.entries.values()]).not.toContain('token')
  await tokens.delete(place)
})

test('delete throws KEYCHAIN_LOCKED while the keychain is locked', async () => {
  await tokens.save(place, 'token')
  driver.behave('locked')
  await expect(tokens.delete(place)).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' })
  expect([...driver.entries.values()]).toContain('token')
})
