import { createKeychain, type Keychain, type KeychainDeps } from '../keychain'

/** A keychain after its first check. */
export async function openKeychain(deps: KeychainDeps): Promise<Keychain> {
  const keychain = createKeychain(deps)
  await keychain.ready()
  return keychain
}
