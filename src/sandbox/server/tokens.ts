// Access tokens: JWTs signed with a secret of this sandbox (API document, "Authentication"). The claims are the
// sandbox's own, as none are documented. HS256, because one process both signs and verifies.
import { webcrypto } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

// jose signs with the global WebCrypto, which Node 18 (the runtime floor) has only as a module.
if (!('crypto' in globalThis)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto })

const Permission = z.enum(['workspace:read', 'workspace:write'])
export type Permission = z.infer<typeof Permission>

const Claims = z.object({ organisationId: z.string(), permissions: z.array(z.string()), sub: z.string() })
export type Claims = z.infer<typeof Claims>

export interface TokenRequest {
  readonly organisationId: string
  readonly permissions: readonly Permission[]
  readonly issuedAt: Date
  readonly expiresAt: Date
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

export async function signToken(secret: Uint8Array, request: TokenRequest): Promise<string> {
  const { organisationId, permissions } = request
  return new SignJWT({ organisationId, permissions: [...permissions] })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject('sandbox-user')
    .setIssuedAt(seconds(request.issuedAt))
    .setExpirationTime(seconds(request.expiresAt))
    .sign(secret)
}

/**
 * The claims of an `Authorization` header; undefined when it is missing, has another scheme, or its token is
 * malformed, expired, without an expiry, signed with another secret or not signed at all.
 */
export async function claimsOf(header: string | undefined, secret: Uint8Array, now: Date): Promise<Claims | undefined> {
  const token = /^Bearer +([^\s,]+)$/i.exec(header ?? '')?.[1]
  if (token === undefined) return undefined
  try {
    const required = { algorithms: ['HS256'], requiredClaims: ['exp'], currentDate: now }
    const { payload } = await jwtVerify(token, secret, required)
    return Claims.safeParse(payload).data
  } catch {
    return undefined
  }
}
