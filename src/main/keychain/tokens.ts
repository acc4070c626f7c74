// Access tokens, one per environment and organisation. The account name contains the origin, so a token is not found for
// an address of another origin.
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
  /** null when no token is stored for exactly this place. Throws KEYCHAIN_LOCKED or KEYCHAIN_TIMEOUT. */
  find(place: TokenPlace): Promise<string | null>
  /** Replaces the previous token. A token that the keychain cannot take is kept until the app closes. */
  save(place: TokenPlace, token: string): Promise<TokenState>
  /** Throws KEYCHAIN_LOCKED or KEYCHAIN_TIMEOUT if the token may still exist. */
  delete(place: TokenPlace): Promise<void>
  /** For display. Never throws: a keychain that does not answer shows no token. */
  stateOf(place: TokenPlace): Promise<TokenState>
}

export function createTokens({ keychain, profileId }: { keychain: Keychain; profileId: string }): Tokens {
  /** Cached, since views ask often and reading the expiry costs a call to the keychain. */
  const expiries = new Map<string, string | null>()

  function accountOf({ environment, organisationId, origin }: TokenPlace): string {
    return `token ${JSON.stringify([profileId, environment, organisationId, origin])}`
  }

  async function store(account: string, token: string): Promise<'keychain' | 'session'> {
    try {
      return await keychain.set(account, token)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOKEN_UNSTORABLE') throw error
      // The previous token must not come back at the next start.
      await keychain.delete(account).catch(() => {})
      keychain.setForSession(account, token)
      return 'session'
    }
  }

  return {
    find: (place) => keychain.get(accountOf(place)),
    async save(place, token) {
      const account = accountOf(place)
      const kept = await store(account, token)
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

/** For display only: only the service decides whether a token has expired. */
export function expiryOf(token: string): string | null {
  try {
    const { exp } = decodeJwt(token)
    return exp === undefined ? null : new Date(exp * 1000).toISOString()
  } catch {
    return null
  }
}
