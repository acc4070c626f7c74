// The key of each environment's library, stored in the keychain only. No key is created while the keychain is
// unavailable: a second key, made while the first is only locked away, would cost the person the library.
import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { EnvironmentName } from '../../contract/workspace'
import { assertAnswers, type Keychain } from './keychain'

export interface LibraryKey {
  /** 32 random bytes as 64 hex digits. */
  readonly key: string
  readonly generation: string
}

/** All throw KEYCHAIN_LOCKED, KEYCHAIN_TIMEOUT or TOKEN_UNSTORABLE while the keychain is unavailable. */
export interface LibraryKeys {
  /** null: the keychain answers and has no key for the environment. NO_KEYCHAIN: a missing one may have it. */
  read(environment: EnvironmentName): Promise<LibraryKey | 'NO_KEYCHAIN' | null>
  /** Creates and stores a key; null if the keychain cannot store it. */
  create(environment: EnvironmentName): Promise<LibraryKey | null>
  /** Resolves when the keychain has no key any more. */
  delete(environment: EnvironmentName): Promise<void>
}

const StoredKey = z.object({ key: z.string().regex(/^[0-9a-f]{64}$/), generation: z.uuid() })

export interface LibraryKeysDeps {
  readonly keychain: Keychain
  readonly profileId: string
}

export function createLibraryKeys({ keychain, profileId }: LibraryKeysDeps): LibraryKeys {
  const accountOf = (environment: EnvironmentName) => `library ${JSON.stringify([profileId, environment])}`

  async function assertReadable(): Promise<void> {
    await keychain.ready()
    assertAnswers(keychain.state())
  }

  return {
    async read(environment) {
      await assertReadable()
      if (keychain.state() === 'missing') return 'NO_KEYCHAIN'
      const text = await keychain.get(accountOf(environment))
      return text === null ? null : readKey(text)
    },
    async create(environment) {
      await assertReadable()
      if (keychain.state() !== 'available') return null
      const key: LibraryKey = { key: randomBytes(32).toString('hex'), generation: randomUUID() }
      const account = accountOf(environment)
      if ((await keychain.set(account, JSON.stringify(key))) === 'keychain') return key
      // A session key would be gone at the next start, and the file with it.
      await keychain.delete(account).catch(() => {})
      return null
    },
    delete: (environment) => keychain.delete(accountOf(environment)),
  }
}

/** null for a damaged entry. */
function readKey(text: string): LibraryKey | null {
  try {
    return StoredKey.parse(JSON.parse(text))
  } catch {
    return null
  }
}
