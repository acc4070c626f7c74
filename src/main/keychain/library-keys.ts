// The key of each environment's library, kept by the keychain and nowhere else. With a keychain that is of no use
// there is no key, and none is made: a key made while the right one is only locked away would cost the person the
// library it opens.
import { randomBytes as nodeRandomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../contract/errors'
import type { EnvironmentName } from '../../contract/workspace'
import type { LibraryKey, LibraryKeys } from '../library/library-files'
import type { Keychain } from './keychain'

const Kept = z.object({ key: z.string().regex(/^[0-9a-f]{64}$/), generation: z.uuid() })

export interface LibraryKeysDeps {
  readonly keychain: Keychain
  readonly profileId: string
  readonly randomBytes?: (size: number) => Buffer
}

export function createLibraryKeys(deps: LibraryKeysDeps): LibraryKeys {
  const { keychain, profileId, randomBytes = nodeRandomBytes } = deps
  const accountOf = (environment: EnvironmentName) => `library ${JSON.stringify([profileId, environment])}`

  async function requireAnswer(): Promise<void> {
    await keychain.ready()
    const state = keychain.state()
    if (state === 'locked') throw new AppError('KEYCHAIN_LOCKED', 'The keychain of this machine is locked.')
    if (state === 'unresponsive') {
      throw new AppError('KEYCHAIN_TIMEOUT', 'The keychain of this machine does not answer.')
    }
  }

  return {
    async read(environment) {
      await requireAnswer()
      const text = await keychain.get(accountOf(environment))
      return text === null ? null : readKey(text)
    },
    async create(environment) {
      await requireAnswer()
      if (keychain.state() !== 'available') return null
      const made: LibraryKey = { key: randomBytes(32).toString('hex'), generation: randomUUID() }
      const account = accountOf(environment)
      if ((await keychain.set(account, JSON.stringify(made))) === 'keychain') return made
      // A key that goes with the session opens no file; it must not look like one that stays.
      await keychain.delete(account).catch(() => {})
      return null
    },
    delete: (environment) => keychain.delete(accountOf(environment)),
  }
}

/** An entry somebody else wrote over is as good as none. */
function readKey(text: string): LibraryKey | null {
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    return null
  }
}
