import { createKeychain, type Keychain, type KeychainDeps } from '../keychain'

/** A keychain after its first check. Only that of Linux can be missing, so it is the one unless a test names another. */
export async function openKeychain(deps: KeychainDeps): Promise<Keychain> {
  const keychain = createKeychain({ platform: 'linux', ...deps })
  await keychain.ready()
  return keychain
}
