import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { claimsOf, signToken } from './tokens'

// Long enough for every HMAC algorithm, so that a test of another one is about the algorithm alone.
const secret = new Uint8Array(64).fill(7)
const now = new Date('2026-03-01T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const request = { organisationId: 'o', permissions: ['workspace:read'] as const, issuedAt: now, expiresAt: later(60) }
const claims = { organisationId: 'o', permissions: ['workspace:read'], sub: 's' }

const signed = (payload: Record<string, unknown>, key = secret, alg = 'HS256') =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(key)
const exp = later(60).getTime() / 1000

describe('a token', () => {
  test('carries its organisation and permissions until it expires', async () => {
    const token = await signToken(secret, request)
    expect(await claimsOf(`Bearer ${token}`, secret, later(59))).toMatchObject({
      organisationId: 'o',
      permissions: ['workspace:read'],
    })
    expect(await claimsOf(`bearer   ${token}`, secret, now)).toBeDefined()
    expect(await claimsOf(`Bearer ${token}`, secret, later(60))).toBeUndefined()
  })

  test('is rejected in any other form of header', async () => {
    const token = await signToken(secret, request)
    const headers = [
      undefined,
      '',
      token,
      `Token ${token}`,
      `Bearer ${token} ${token}`,
      `Bearer${token}`,
      'Bearer a.b.c',
    ]
    for (const header of headers) expect(await claimsOf(header, secret, now), String(header)).toBeUndefined()
  })

  test.each([
    ['another secret', () => signed({ ...claims, exp }, new Uint8Array(64).fill(8))],
    ['another algorithm', () => signed({ ...claims, exp }, secret, 'HS512')],
    ['no expiry', () => signed(claims)],
    ['a start in the future', () => signed({ ...claims, exp, nbf: later(5).getTime() / 1000 })],
    ['no organisation', () => signed({ permissions: [], sub: 's', exp })],
    ['permissions that are text', () => signed({ ...claims, permissions: 'workspace:read', exp })],
    ['no signature', async () => new UnsecuredJWT({ ...claims, exp }).encode()],
  ])('is rejected with %s', async (_, make) => {
    expect(await claimsOf(`Bearer ${await signed({ ...claims, exp })}`, secret, now)).toBeDefined()
    expect(await claimsOf(`Bearer ${await make()}`, secret, now)).toBeUndefined()
  })
})
