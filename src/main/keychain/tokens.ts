// Access tokens, one per environment and organisation, bound to the origin they were given for: the origin is part of
// the name a token is kept under, so an address that changes to another origin finds none.
import { decodeJwt } from 'jose'
import { AppError } from '../../contract/errors'
import type { TokenState } from '../../contract/features/environments'
import type { EnvironmentName } from '../../contract/workspace'
import type { Keychain } from './keychain'

export interface TokenPlace {
  readonly environment: EnvironmentName
  readonly organisationId: string
  /** Scheme, host and port of the base address. */
  readonly origin: string
}

export interface Tokens {
  /** null: none is kept for exactly this place. Throws KEYCHAIN_LOCKED or KEYCHAIN_TIMEOUT. */
  find(place: TokenPlace): Promise<string | null>
  /** Replaces the one before. A token the keychain cannot take is kept until the app closes. */
  save(place: TokenPlace, token: string): Promise<TokenState>
  /** Throws KEYCHAIN_LOCKED or KEYCHAIN_TIMEOUT when it may still be there. */
  delete(place: TokenPlace): Promise<void>
  /** What a person may know of it. Never throws: a keychain that does not answer shows none. */
  stateOf(place: TokenPlace): Promise<TokenState>
}

export function createTokens({ keychain, profileId }: { keychain: Keychain; profileId: string }): Tokens {
  /** Reading a secret to show its date costs a call to the keychain, and a view asks often. */
  const expiries = new Map<string, string | null>()

  function accountOf({ environment, organisationId, origin }: TokenPlace): string {
    return `token ${JSON.stringify([profileId, environment, organisationId, origin])}`
  }

  async function keep(account: string, token: string): Promise<'keychain' | 'session'> {
    try {
      return await keychain.set(account, token)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOKEN_UNSTORABLE') throw error
      // The one before must not come back with the next start.
      await keychain.delete(account).catch(() => {})
      keychain.setForSession(account, token)
      return 'session'
    }
  }

  return {
    find: (place) => keychain.get(accountOf(place)),
    async save(place, token) {
      const account = accountOf(place)
      const kept = await keep(account, token)
      const expiresAt = expiryOf(token)
      expiries.set(account, expiresAt)
      return { kept, expiresAt }
    },
    async delete(place) {
      const account = accountOf(place)
      await keychain.delete(account)
      expiries.delete(account)
    },
    async stateOf(place) {
      const account = accountOf(place)
      if (!expiries.has(account)) {
        const token = await keychain.get(account).catch(() => null)
        if (token === null) return { kept: 'none', expiresAt: null }
        expiries.set(account, expiryOf(token))
      }
      const kept = keychain.isForSession(account) ? 'session' : 'keychain'
      return { kept, expiresAt: expiries.get(account) ?? null }
    },
  }
}

/** For display only: nothing is decided by a date that the service has not checked. */
export function expiryOf(token: string): string | null {
  try {
    const { exp } = decodeJwt(token)
    return exp === undefined ? null : new Date(exp * 1000).toISOString()
  } catch {
    return null
  }
}
